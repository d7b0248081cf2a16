/// Every field of an episode, with what can be done with it: the one table that sorting,
/// predicates, read masks, the command line and the documentation follow.
///
/// Raw values are the field numbers of `episodes.v1.Episode`.
public enum EpisodeField: UInt8, CaseIterable, Sendable {
    case id = 1
    case name = 2
    case description = 3
    case parentName = 4
    case domains = 5
    case difficulty = 6
    case contentType = 7
    case subscriptionType = 8
    case releasedAt = 9
    case popularity = 10
    case duration = 11
    case videoIdentifier = 12
    case features = 13
    case uri = 14
    case artworkURL = 15
    case technology = 16
    case contributors = 17
    case ordinal = 18
    case descriptionHTML = 19

    /// What a field holds, which decides the operators and the form of a predicate's value.
    public enum Kind: Sendable {
        case text
        case textList
        case integer
        case integerList
        case real
        case timestamp
        case difficulty
    }

    /// The proto field name: what read masks and predicates say.
    public var name: String { Self.rows[Int(rawValue) - 1].name }
    public var kind: Kind { Self.rows[Int(rawValue) - 1].kind }
    /// Whether `sort` takes it.
    public var isSortable: Bool { Self.rows[Int(rawValue) - 1].sortable }
    /// The largest value of an integer field.
    public var integerMaximum: UInt64 { isWide ? .max : UInt64(UInt32.max) }

    private var isWide: Bool { self == .id || self == .videoIdentifier }

    private struct Row {
        let name: String
        let kind: Kind
        let sortable: Bool
    }

    private static let rows: [Row] = [
        Row(name: "id", kind: .integer, sortable: true),
        Row(name: "name", kind: .text, sortable: true),
        Row(name: "description", kind: .text, sortable: false),
        Row(name: "parent_name", kind: .text, sortable: true),
        Row(name: "domains", kind: .integerList, sortable: false),
        Row(name: "difficulty", kind: .difficulty, sortable: true),
        Row(name: "content_type", kind: .text, sortable: false),
        Row(name: "subscription_type", kind: .text, sortable: false),
        Row(name: "released_at", kind: .timestamp, sortable: true),
        Row(name: "popularity", kind: .real, sortable: true),
        Row(name: "duration_seconds", kind: .integer, sortable: true),
        Row(name: "video_identifier", kind: .integer, sortable: false),
        Row(name: "features", kind: .textList, sortable: false),
        Row(name: "uri", kind: .text, sortable: false),
        Row(name: "artwork_url", kind: .text, sortable: false),
        Row(name: "technology", kind: .text, sortable: false),
        Row(name: "contributors", kind: .text, sortable: false),
        Row(name: "ordinal", kind: .integer, sortable: true),
        Row(name: "description_html", kind: .text, sortable: false),
    ]

    /// Finds a field by its exact name; `duration` is short for `duration_seconds`.
    public init?(name: some StringProtocol) {
        if name == "duration" {
            self = .duration
            return
        }
        guard let match = Self.allCases.first(where: { $0.name == name }) else { return nil }
        self = match
    }

    /// The names `sort` accepts, in the order they are documented; `relevance` is not a field.
    public static var sortableNames: [String] {
        allCases.filter(\.isSortable).map { $0 == .duration ? "duration" : $0.name }
    }
}
