/// Why bytes or a JSON text are no message of their type.
public struct MessageJSONError: Error, Hashable, Sendable, CustomStringConvertible {
    /// Place in the message, such as `predicates[0].value`; empty = the message as a whole.
    public let path: String
    /// What is wrong and what would be right.
    public let problem: String

    public init(_ path: String, _ problem: String) {
        self.path = path
        self.problem = problem
    }

    public var description: String { path.isEmpty ? problem : "\(path): \(problem)" }
}
