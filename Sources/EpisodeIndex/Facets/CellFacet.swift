import EpisodeModel

/// The facets whose selections are alternatives (OR); a cell is a combination of their values.
enum CellFacet: Int, CaseIterable {
    case domain
    case difficulty
    case contentType
    case subscriptionType

    init?(_ facet: Facet) {
        switch facet {
        case .domain: self = .domain
        case .difficulty: self = .difficulty
        case .contentType: self = .contentType
        case .subscriptionType: self = .subscriptionType
        case .feature, .parent: return nil
        }
    }

    var facet: Facet {
        switch self {
        case .domain: .domain
        case .difficulty: .difficulty
        case .contentType: .contentType
        case .subscriptionType: .subscriptionType
        }
    }

    /// Its bit in a cell's mask of failed selections.
    var bit: UInt8 { 1 << UInt8(rawValue) }
}
