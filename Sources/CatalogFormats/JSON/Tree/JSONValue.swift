/// One JSON value (RFC 8259) as a tree: for texts that are small and whose shape decides what they
/// mean. Catalogues are read event by event instead.
public enum JSONValue: Hashable, Sendable {
    case null
    case bool(Bool)
    case number(JSONNumber)
    case string(String)
    case array([JSONValue])
    /// Members in the order of the text; no name stands twice in what was read.
    case object([Member])

    /// One name of an object and its value.
    public struct Member: Hashable, Sendable {
        public var name: String
        public var value: JSONValue

        public init(_ name: String, _ value: JSONValue) {
            self.name = name
            self.value = value
        }
    }

    /// What messages call this kind of value.
    public var kindName: String {
        switch self {
        case .null: "null"
        case .bool: "a boolean"
        case .number: "a number"
        case .string: "a text"
        case .array: "a list"
        case .object: "an object"
        }
    }

    /// The value of a member; nil when this is no object or has no such member.
    public subscript(name: String) -> JSONValue? {
        guard case .object(let members) = self else { return nil }
        return members.first { $0.name == name }?.value
    }
}

/// A JSON number as it is written, so that 64-bit numbers survive and nothing is rounded unseen.
public struct JSONNumber: Hashable, Sendable {
    public let text: String

    /// - Returns: nil when the text is no number by the grammar of JSON.
    public init?(_ text: String) {
        guard NumberText.isNumber(Array(text.utf8).span) else { return nil }
        self.text = text
    }

    init(unchecked text: String) { self.text = text }

    public init(_ value: some FixedWidthInteger) { text = String(value) }

    /// - Returns: nil when the value is not finite, which JSON cannot say.
    public init?(_ value: some BinaryFloatingPoint & LosslessStringConvertible) {
        guard value.isFinite else { return nil }
        // The shortest text that reads back as the same number; many readers take -0 for 0.
        let text = value.description
        self.text = text.hasSuffix(".0") && text != "-0.0" ? String(text.dropLast(2)) : text
    }

    /// The exact value when it is a whole number of at most 64 bits beside its sign: `1.0` and
    /// `100e-2` are 1.
    public var wholeNumber: (isNegative: Bool, magnitude: UInt64)? {
        let isNegative = text.hasPrefix("-")
        let digits = Array(isNegative ? text.dropFirst().utf8 : text.utf8[...])
        return NumberText.wholeNumber(digits.span).map { (isNegative, $0) }
    }

    /// The nearest double; infinite when it is too large.
    public var real: Double { Double(text) ?? .nan }
}
