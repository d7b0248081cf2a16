/// Why a text is not the JSON that was asked for, and where.
public struct JSONFault: Error, Hashable, Sendable, CustomStringConvertible {
    /// Counted from 1.
    public let line: Int
    /// Bytes of the line up to where the fault was seen, counted from 1.
    public let column: Int
    public let problem: String

    public var description: String { "line \(line), column \(column): \(problem)" }

    init(_ problem: String, in text: Span<UInt8>, at position: Int) {
        var (line, column) = (1, 1)
        for index in 0..<min(position, text.count) {
            if text[index] == UInt8(ascii: "\n") {
                line += 1
                column = 1
            } else {
                column += 1
            }
        }
        self.line = line
        self.column = column
        self.problem = problem
    }
}
