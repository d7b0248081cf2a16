public import EpisodeModel

/// A ListEpisodesRequest as a client states it; the zero value of a field leaves it out. Its checks
/// are the server's, so values that the server would refuse can be said here.
///
/// What each field means is written at its namesake in proto/episodes/v1/list_episodes.proto.
public struct ListEpisodesRequest: Hashable, Sendable {
    /// A condition on one field, before its value is read by the field's kind.
    public struct Condition: Hashable, Sendable {
        public var field: String
        public var comparison: Predicate.Operator
        public var value: String
        public var isExact: Bool

        public init(
            field: String, comparison: Predicate.Operator, value: String = "",
            isExact: Bool = false
        ) {
            self.field = field
            self.comparison = comparison
            self.value = value
            self.isExact = isExact
        }
    }

    public var domains: [UInt32] = []
    public var difficulties: [Difficulty] = []
    public var query = ""
    public var sort = ""
    public var pageSize: Int32 = 0
    public var pageToken = ""
    public var contentTypes: [String] = []
    public var subscriptionTypes: [String] = []
    public var features: [String] = []
    public var predicates: [Condition] = []
    public var facets: [Facet] = []
    /// Names of Episode's fields or `*`; empty = all.
    public var readMask: [String] = []
    public var ids: [UInt64] = []
    public var skipTotalSize = false
    public var ifRevisionNot: UInt64 = 0
    public var skip: Int32 = 0
    public var minRevision: UInt64 = 0

    public init() {}
}
