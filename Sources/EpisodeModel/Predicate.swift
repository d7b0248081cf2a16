/// A condition on one field. All predicates of a request must hold.
public struct Predicate: Hashable, Sendable {
    /// Raw values are the wire's enum numbers.
    public enum Operator: UInt8, CaseIterable, Sendable {
        case equals = 1
        case notEquals = 2
        /// Anchored at the start of the value, not of a word in it.
        case beginsWith = 3
        case contains = 4
        case atLeast = 5
        case atMost = 6
        case present = 7
        case absent = 8
    }

    /// A value parsed by the field's kind.
    public enum Value: Hashable, Sendable {
        /// For `present` and `absent`.
        case none
        case text(String)
        case integer(UInt64)
        case real(Double)
        case timestamp(Timestamp)
        case difficulty(Difficulty)
    }

    public let field: EpisodeField
    public let comparison: Operator
    public let value: Value
    /// Compare text byte for byte instead of folded.
    public let isExact: Bool

    /// A predicate whose value already has the field's kind; `parse` checks and converts.
    init(field: EpisodeField, comparison: Operator, value: Value, isExact: Bool) {
        self.field = field
        self.comparison = comparison
        self.value = value
        self.isExact = isExact
    }

    /// Predicates of one request.
    public static let countMaximum = 64
}
