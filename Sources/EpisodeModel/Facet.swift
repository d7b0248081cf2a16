/// A property whose values can be counted beside a page. Raw values are the wire's enum numbers.
public enum Facet: UInt8, CaseIterable, Sendable {
    case domain = 1
    case difficulty = 2
    case contentType = 3
    case subscriptionType = 4
    case feature = 5
    case parent = 6

    /// The name used on command lines and in JSON.
    public var name: String {
        switch self {
        case .domain: "domain"
        case .difficulty: "difficulty"
        case .contentType: "content_type"
        case .subscriptionType: "subscription_type"
        case .feature: "feature"
        case .parent: "parent"
        }
    }

    /// How many values of one facet an answer lists at most.
    public static let valueCountMaximum = 100
}

/// The counted values of one facet, by count descending, then value ascending by bytes.
public struct FacetCounts: Hashable, Sendable {
    public var facet: Facet
    public var values: [FacetValue]

    public init(facet: Facet, values: [FacetValue]) {
        self.facet = facet
        self.values = values
    }
}

/// One value of a facet and how many episodes it would give.
public struct FacetValue: Hashable, Sendable {
    /// What a request puts into its filter: a domain's id in decimal, a difficulty's name, or the
    /// text itself.
    public var value: String
    /// What a person reads; the value itself where the catalogue has no other name.
    public var label: String
    public var count: Int64
    /// Whether the request selects this value.
    public var isSelected: Bool

    public init(value: String, label: String, count: Int64, isSelected: Bool) {
        self.value = value
        self.label = label
        self.count = count
        self.isSelected = isSelected
    }
}
