public import EpisodeModel

/// Builds a `CatalogIndex` from episodes given one after the other.
///
/// Nothing of an episode is held but what the index needs. Ids must be unique already.
public final class IndexBuilder {
    private var columns = Columns.Sources()
    private var facets = FacetIndexes.Sources()
    private var units = UnitStreamBuilder()
    private let tuning: IndexTuning

    /// How many episodes were added.
    public private(set) var count = 0

    public init() { tuning = IndexTuning() }

    init(tuning: IndexTuning) { self.tuning = tuning }

    /// Complexity: O(bytes of the episode).
    public func add(_ episode: Episode) {
        columns.append(episode)
        facets.append(episode)
        units.append(episode)
        count += 1
    }

    /// Sorts, counts and inverts everything; the builder is empty afterwards.
    public func finish() -> CatalogIndex {
        let memory = IndexMemory()
        memory.purpose = "orders and numbers"
        let order = columns.popularityOrder()
        let columnSources = columns
        columns = Columns.Sources()
        let columns = Columns(columnSources, order: order, memory: memory)
        memory.purpose = "facets"
        let facetSources = facets
        facets = FacetIndexes.Sources()
        let facets = FacetIndexes(
            facetSources, order: order, columns: columns, tuning: tuning, memory: memory)
        count = 0
        let text = TextIndex(&units, order: order, tuning: tuning, memory: memory)
        return CatalogIndex(
            insertionNumbers: order, columns: columns, facets: facets, text: text, memory: memory)
    }
}
