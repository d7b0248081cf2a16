public import EpisodeIndex
public import EpisodeModel
public import EpisodeProtocol
internal import Synchronization

/// One state of the catalogue, whole and immutable: what every call reads from start to end, so
/// that a page, its total and its counts always agree.
public final class CatalogSnapshot: Sendable {
    public let index: LayeredIndex
    /// The rows as they go over the wire, by row number.
    public let rows: EncodedRows
    /// By ordinal, then id; the ones without an ordinal last.
    public let domains: [Domain]
    /// Grows by one with each snapshot a server publishes.
    public let revision: UInt64
    public let loadedAt: Timestamp?
    /// Where the catalogue came from, for people.
    public let source: String
    /// How long it took to make, from before its first row was read.
    public let buildDuration: Duration
    /// What was built as a whole, and what was changed since.
    let base: SnapshotBase
    let changes: SnapshotChanges
    private let domainNames: [String: String]
    private let options: Mutex<[FacetCounts]?>

    init(
        _ base: SnapshotBase, _ changes: SnapshotChanges, domains: [Domain], revision: UInt64,
        loadedAt: Timestamp?, source: String, builtIn duration: Duration
    ) {
        buildDuration = duration
        self.base = base
        self.changes = changes
        (index, rows) = changes.joined(to: base)
        self.domains = domains
        self.revision = revision
        self.loadedAt = loadedAt
        self.source = source
        domainNames = Dictionary(
            domains.map { (String($0.id), $0.name) }, uniquingKeysWith: { first, _ in first })
        options = Mutex(nil)
        // A snapshot with changes lives shortly, and few ask for all values.
        if changes.isEmpty { _ = filterOptions }
    }

    /// Episodes of this catalogue.
    public var rowCount: Int { index.rowCount }

    /// Every facet value there is, named; cut so that one reply can hold them.
    ///
    /// Complexity: O(1); O(values log values) for the first call of a snapshot with changes.
    var filterOptions: [FacetCounts] {
        options.withLock { known in
            if let known { return known }
            var options = index.allFacetValues()
            for position in options.indices {
                name(&options[position])
                FilterOptions.cut(&options[position])
            }
            known = options
            return options
        }
    }

    /// The stream URL of a row that carries one.
    func streamURL(row: UInt32) -> String? {
        row < base.rows.count ? base.streamURLs[row] : changes.streamURL(row: row, base)
    }

    /// Puts names that people know in place of ids and enum names.
    func name(_ counts: inout FacetCounts) {
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
