/// A wrong command line, in one clear line.
public struct UsageError: Error, Hashable, Sendable, CustomStringConvertible {
    /// What is wrong and what would be right.
    public let message: String
    /// The command that was recognised, if any.
    public let command: String?

    public init(_ message: String, command: String? = nil) {
        self.message = message
        self.command = command
    }

    public var description: String { message }
}

/// Text from a command line made safe to show in a message: bounded, without control characters.
func quoted(_ text: some StringProtocol) -> String {
    var shown = String(TextEscaping.escaped(String(text.prefix(64))))
    if text.count > 64 { shown += "..." }
    return "'\(shown)'"
}
