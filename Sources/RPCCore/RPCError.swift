/// A call that failed: a status other than OK.
public struct RPCError: Error, Hashable, Sendable {
    /// One field of the request that was wrong, as in google.rpc.BadRequest.
    public struct FieldViolation: Hashable, Sendable {
        /// Path of the field, such as `predicates[0].value`.
        public var field: String
        /// What is wrong and what would be right.
        public var description: String

        public init(field: String, description: String) {
            self.field = field
            self.description = description
        }
    }

    public var code: StatusCode
    /// For humans: what was wrong, in which field, what is right.
    public var message: String
    public var violations: [FieldViolation]

    public init(_ code: StatusCode, _ message: String, violations: [FieldViolation] = []) {
        self.code = code
        self.message = message
        self.violations = violations
    }
}

extension RPCError: CustomStringConvertible {
    public var description: String { "\(code.name): \(message)" }
}
