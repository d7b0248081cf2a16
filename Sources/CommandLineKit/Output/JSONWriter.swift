/// Writes one JSON text (RFC 8259), member by member, as UTF-8.
public struct JSONWriter: Sendable {
    public private(set) var text = ""
    private let isIndented: Bool
    /// Members written so far at each open level.
    private var memberCounts: [Int] = []
    private var followsKey = false

    /// - Parameter isIndented: two spaces a level and one member a line; otherwise one line.
    public init(isIndented: Bool = false) { self.isIndented = isIndented }

    /// Writes `{`, what `members` adds, and `}`.
    public mutating func object(_ members: (inout JSONWriter) -> Void) {
        container("{", "}", members)
    }

    /// Writes `[`, what `elements` adds, and `]`.
    public mutating func array(_ elements: (inout JSONWriter) -> Void) {
        container("[", "]", elements)
    }

    /// The name of the member whose value is written next.
    public mutating func key(_ name: String) {
        separate()
        text += Self.quoted(name) + (isIndented ? ": " : ":")
        followsKey = true
    }

    public mutating func string(_ value: String) { write(Self.quoted(value)) }
    public mutating func bool(_ value: Bool) { write(value ? "true" : "false") }
    public mutating func integer(_ value: some BinaryInteger) { write("\(value)") }

    /// The shortest text that reads back as the same number; null when it is not finite, which JSON
    /// cannot say.
    public mutating func number(_ value: Double) {
        guard value.isFinite else { return write("null") }
        let text = "\(value)"
        write(text.hasSuffix(".0") ? String(text.dropLast(2)) : text)
    }

    private mutating func write(_ value: String) {
        separate()
        text += value
    }

    private mutating func container(
        _ open: String, _ close: String, _ body: (inout JSONWriter) -> Void
    ) {
        separate()
        text += open
        memberCounts.append(0)
        body(&self)
        if memberCounts.removeLast() > 0, isIndented { newLine() }
        text += close
    }

    private mutating func separate() {
        if followsKey {
            followsKey = false
            return
        }
        guard let count = memberCounts.last else { return }
        if count > 0 { text += "," }
        if isIndented { newLine() }
        memberCounts[memberCounts.count - 1] += 1
    }

    private mutating func newLine() {
        text += "\n" + String(repeating: "  ", count: memberCounts.count)
    }

    /// A JSON string. Beside what must be escaped, DEL, C1 control characters, line separators and
    /// marks that reorder text are, so that the text cannot drive a terminal.
    static func quoted(_ value: String) -> String {
        var result = "\""
        for scalar in value.unicodeScalars {
            switch scalar {
            case "\"": result += "\\\""
            case "\\": result += "\\\\"
            case "\n": result += "\\n"
            case "\r": result += "\\r"
            case "\t": result += "\\t"
            default:
                if TextEscaping.isUnsafe(scalar) {
                    let hex = String(scalar.value, radix: 16)
                    result += "\\u" + String(repeating: "0", count: 4 - hex.count) + hex
                } else {
                    result.unicodeScalars.append(scalar)
                }
            }
        }
        return result + "\""
    }
}
