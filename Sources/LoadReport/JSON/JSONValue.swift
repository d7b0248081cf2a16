/// A JSON value read from a file (RFC 8259). Numbers keep their text, so that large ones lose
/// nothing.
public indirect enum JSONValue: Hashable, Sendable {
    case null
    case bool(Bool)
    case number(String)
    case string(String)
    case array([JSONValue])
    case object([String: JSONValue])

    /// Why a text is no JSON.
    public struct Fault: Error, Hashable, Sendable {
        public var message: String
        /// Bytes before the place.
        public var offset: Int
    }

    public subscript(_ key: String) -> JSONValue? {
        guard case .object(let members) = self else { return nil }
        return members[key]
    }

    public var string: String? {
        guard case .string(let text) = self else { return nil }
        return text
    }
    public var double: Double? {
        guard case .number(let text) = self else { return nil }
        return Double(text)
    }
    /// A whole number; nil when it is none or does not fit.
    public func integer<Number: FixedWidthInteger>(_ type: Number.Type = Number.self) -> Number? {
        guard case .number(let text) = self else { return nil }
        return Number(text) ?? Double(text).flatMap { Number(exactly: $0) }
    }
    public var bool: Bool? {
        guard case .bool(let value) = self else { return nil }
        return value
    }
    public var elements: [JSONValue]? {
        guard case .array(let elements) = self else { return nil }
        return elements
    }
}
