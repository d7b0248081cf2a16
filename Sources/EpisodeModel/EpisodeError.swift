/// What is wrong with a request or a row, in words for a person: the field, the fault, the remedy.
///
/// The one error of everything below the wire. It becomes a gRPC status, an exit code and a log
/// line at the edges, each in one place.
public struct EpisodeError: Error, Hashable, Sendable {
    /// The kinds of fault; a struct, so that new kinds do not break callers.
    public struct Code: Hashable, Sendable {
        private enum Known { case invalidArgument, notFound, resourceExhausted, unavailable }
        private let known: Known
        private init(_ known: Known) { self.known = known }

        /// The input cannot be right, whatever the catalogue holds.
        public static let invalidArgument = Code(.invalidArgument)
        /// The input is right but names something that does not exist.
        public static let notFound = Code(.notFound)
        /// A bound would be passed.
        public static let resourceExhausted = Code(.resourceExhausted)
        /// Not now; the same call may succeed later.
        public static let unavailable = Code(.unavailable)
    }

    public let code: Code
    /// Path of the offending field, such as `predicates[0].value`; empty when it is the whole.
    public let field: String
    /// What is wrong, without the field's name.
    public let problem: String
    /// What would be right.
    public let remedy: String

    public init(code: Code, field: String, problem: String, remedy: String) {
        self.code = code
        self.field = field
        self.problem = problem
        self.remedy = remedy
    }

    /// Short form for the commonest kind.
    public static func invalid(_ field: String, _ problem: String, _ remedy: String) -> Self {
        Self(code: .invalidArgument, field: field, problem: problem, remedy: remedy)
    }
}

extension EpisodeError: CustomStringConvertible {
    /// `field: problem; remedy`.
    public var description: String {
        let start = field.isEmpty ? problem : "\(field): \(problem)"
        return remedy.isEmpty ? start : "\(start); \(remedy)"
    }
}
