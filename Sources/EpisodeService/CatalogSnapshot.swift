public import EpisodeIndex
public import EpisodeModel
public import EpisodeProtocol

/// One state of the catalogue, whole and immutable: what every call reads from start to end, so
/// that a page, its total and its counts always agree.
public final class CatalogSnapshot: Sendable {
    public let index: CatalogIndex
    /// The rows as they go over the wire, by row number.
    public let rows: EncodedRows
    /// By ordinal, then id; the ones without an ordinal last.
    public let domains: [Domain]
    /// Grows by one with each snapshot a server publishes.
    public let revision: UInt64
    public let loadedAt: Timestamp?
    /// Where the catalogue came from, for people.
    public let source: String
    /// Stream URLs of the rows that carry one, by row number.
    let streamURLs: [UInt32: String]
    /// Every facet value there is, named; cut so that one reply can hold them.
    let filterOptions: [FacetCounts]
    private let domainNames: [String: String]

    init(
        index: CatalogIndex, rows: EncodedRows, domains: [Domain], revision: UInt64,
        loadedAt: Timestamp?, source: String, streamURLs: [UInt32: String]
    ) {
        self.index = index
        self.rows = rows
        self.domains = domains
        self.revision = revision
        self.loadedAt = loadedAt
        self.source = source
        self.streamURLs = streamURLs
        let names = Dictionary(
            domains.map { (String($0.id), $0.name) }, uniquingKeysWith: { first, _ in first })
        domainNames = names
        var options = index.allFacetValues()
        for position in options.indices {
            Self.name(&options[position], domainNames: names)
            FilterOptions.cut(&options[position])
        }
        filterOptions = options
    }

    /// Episodes of this catalogue.
    public var rowCount: Int { index.rowCount }

    /// Puts names that people know in place of ids and enum names.
    func name(_ counts: inout FacetCounts) {
        Self.name(&counts, domainNames: domainNames)
    }

    private static func name(_ counts: inout FacetCounts, domainNames: [String: String]) {
        for position in counts.values.indices {
            let value = counts.values[position].value
            switch counts.facet {
            case .domain: counts.values[position].label = domainNames[value] ?? value
            case .difficulty:
                counts.values[position].label = Difficulty(name: value)?.label ?? value
            case .contentType, .subscriptionType, .feature, .parent: break
            }
        }
    }
}
