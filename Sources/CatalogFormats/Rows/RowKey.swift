/// The keys of a row, by the names that are accepted. Where two keys mean the same field, the one
/// listed first wins when it holds a value.
enum RowKey: UInt8, CaseIterable, NamedKey {
    case id
    case name
    case descriptionPlainText
    case description
    case descriptionHTML
    case parentName
    case domains
    case domainIDs
    case difficulty
    case contentType
    case subscriptionType
    case free
    case professional
    case releasedAt
    case popularity
    case duration
    case durationSeconds
    case videoIdentifier
    case features
    case uri
    case cardArtworkURL
    case artworkURL
    case technologyTriple
    case technology
    case contributorString
    case contributors
    case speakers
    case ordinal
    case streamURL
    case videoURL

    var name: String {
        switch self {
        case .id: "id"
        case .name: "name"
        case .descriptionPlainText: "description_plain_text"
        case .description: "description"
        case .descriptionHTML: "description_html"
        case .parentName: "parent_name"
        case .domains: "domains"
        case .domainIDs: "domain_ids"
        case .difficulty: "difficulty"
        case .contentType: "content_type"
        case .subscriptionType: "subscription_type"
        case .free: "free"
        case .professional: "professional"
        case .releasedAt: "released_at"
        case .popularity: "popularity"
        case .duration: "duration"
        case .durationSeconds: "duration_seconds"
        case .videoIdentifier: "video_identifier"
        case .features: "features"
        case .uri: "uri"
        case .cardArtworkURL: "card_artwork_url"
        case .artworkURL: "artwork_url"
        case .technologyTriple: "technology_triple_string"
        case .technology: "technology"
        case .contributorString: "contributor_string"
        case .contributors: "contributors"
        case .speakers: "speakers"
        case .ordinal: "ordinal"
        case .streamURL: "stream_url"
        case .videoURL: "video_url"
        }
    }

    /// The form a value must have. Null means absent for all of them.
    enum Form: Sendable {
        case text
        /// One text, or several that become one.
        case textOrTexts
        case texts
        /// A whole number up to 64 bits, as a number or as text of digits.
        case identifier
        /// The same, several of them, up to 32 bits.
        case identifiers
        /// A whole number up to 32 bits.
        case count
        case real
        case boolean
        case difficulty
        case timestamp

        /// What to write, for messages.
        var remedy: String {
            switch self {
            case .text: "give a text"
            case .textOrTexts: "give a text or a list of texts"
            case .texts: "give a list of texts"
            case .identifier: "give a whole number from 1 to 18446744073709551615"
            case .identifiers: "give a list of whole numbers from 1 to 4294967295"
            case .count: "give a whole number from 0 to 4294967295"
            case .real: "give a number"
            case .boolean: "give true or false"
            case .difficulty: "give beginner, intermediate, advanced, all_levels or null"
            case .timestamp: "give a date such as 2020-01-31T08:00:00Z"
            }
        }
    }

    var form: Form {
        switch self {
        case .id, .videoIdentifier: .identifier
        case .domains, .domainIDs: .identifiers
        case .difficulty: .difficulty
        case .free, .professional: .boolean
        case .releasedAt: .timestamp
        case .popularity: .real
        case .duration, .durationSeconds, .ordinal: .count
        case .features: .texts
        case .contributorString, .contributors, .speakers: .textOrTexts
        default: .text
        }
    }

    static let table = KeyTable<RowKey>()
}
