/// A place in an order: the sort keys and the id of the last row of a page.
///
/// It holds values, not positions, so it stays good when the catalogue changes and on every server
/// of the same catalogue.
public struct Cursor: Hashable, Sendable {
    /// The value of one sort key in the last row.
    public enum Key: Hashable, Sendable {
        /// The row has no value there.
        case absent
        /// A number, date or difficulty in its order-preserving form (`OrderedKey`), or the
        /// relevance class.
        case number(UInt64)
        /// The text itself as UTF-8; its folded form follows from it.
        case text([UInt8])
    }

    /// One for each sort key, in order.
    public var keys: [Key]
    public var id: UInt64

    public init(keys: [Key], id: UInt64) {
        self.keys = keys
        self.id = id
    }
}

/// Maps values to `UInt64` so that comparing the results compares the values.
public enum OrderedKey {
    public static func of(_ value: Timestamp) -> UInt64 {
        UInt64(bitPattern: value.microsecondsSinceEpoch) ^ (1 << 63)
    }

    /// For finite numbers; -0 counts as 0.
    public static func of(_ value: Double) -> UInt64 {
        let bits = (value == 0 ? 0.0 : value).bitPattern
        return bits & (1 << 63) == 0 ? bits | (1 << 63) : ~bits
    }

    public static func of(_ value: Difficulty) -> UInt64 { UInt64(value.rawValue) }

    /// The value of a numeric field of a row; nil when absent or when the field is not numeric.
    /// A difficulty of "all levels" is the source's null and counts as absent.
    public static func of(_ field: EpisodeField, in episode: Episode) -> UInt64? {
        switch field {
        case .id: episode.id
        case .releasedAt: episode.releasedAt.map { of($0) }
        case .popularity: episode.popularity.map { of($0) }
        case .duration: episode.durationSeconds.map { UInt64($0) }
        case .videoIdentifier: episode.videoIdentifier
        case .ordinal: episode.ordinal.map { UInt64($0) }
        case .difficulty: episode.difficulty == .allLevels ? nil : of(episode.difficulty)
        default: nil
        }
    }
}

extension EpisodeField {
    /// The text of a text field of a row; `""` when absent or when the field is not a text.
    public func text(of episode: Episode) -> String {
        switch self {
        case .name: episode.name
        case .description: episode.description
        case .parentName: episode.parentName
        case .contentType: episode.contentType
        case .subscriptionType: episode.subscriptionType
        case .uri: episode.uri
        case .artworkURL: episode.artworkURL
        case .technology: episode.technology
        case .contributors: episode.contributors
        case .descriptionHTML: episode.descriptionHTML
        default: ""
        }
    }
}
