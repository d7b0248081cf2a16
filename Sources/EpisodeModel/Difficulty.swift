/// How hard an episode is. Raw values are the wire's enum numbers.
///
/// `allLevels` is what the source calls null: an episode for everybody. It is a value like the
/// others here, so that clients can select it.
public enum Difficulty: UInt8, CaseIterable, Sendable {
    case beginner = 1
    case intermediate = 2
    case advanced = 3
    case allLevels = 4

    /// The name used in JSON, facet values and predicates.
    public var name: String {
        switch self {
        case .beginner: "beginner"
        case .intermediate: "intermediate"
        case .advanced: "advanced"
        case .allLevels: "all_levels"
        }
    }

    /// The name shown to people.
    public var label: String {
        switch self {
        case .beginner: "Beginner"
        case .intermediate: "Intermediate"
        case .advanced: "Advanced"
        case .allLevels: "All Levels"
        }
    }

    /// Reads a name, ignoring ASCII case; nil when it is none of the four.
    public init?(name: some StringProtocol) {
        let lowered = name.lowercased()
        guard let match = Self.allCases.first(where: { $0.name == lowered }) else { return nil }
        self = match
    }
}
