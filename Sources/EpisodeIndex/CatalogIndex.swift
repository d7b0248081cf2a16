public import EpisodeModel

/// An immutable catalogue made ready for searching.
///
/// Rows are numbered by popularity: the most popular is 0, rows without a popularity come last,
/// and equal ones stand by id. Any number of threads may search at once, each with its own
/// scratch.
public final class CatalogIndex: Sendable {
    /// For each row number: as how many-th its episode was added, from 0.
    public let insertionNumbers: [UInt32]
    let columns: Columns
    let facets: FacetIndexes
    let text: TextIndex
    private let memory: IndexMemory
    private let allFacets: [FacetCounts]
    /// The same as an answer lists them, for queries without any filter.
    let commonestFacetValues: [FacetCounts]

    public var rowCount: Int { insertionNumbers.count }

    /// Bytes of the index's own memory, for figures.
    public var memoryByteCount: Int { memory.byteCount }

    init(
        insertionNumbers: [UInt32], columns: Columns, facets: FacetIndexes, text: TextIndex,
        memory: IndexMemory
    ) {
        self.insertionNumbers = insertionNumbers
        self.columns = columns
        self.facets = facets
        self.text = text
        self.memory = memory
        let counts = Buffer<UInt32>()
        let order = Buffer<FacetLister.Entry>()
        allFacets = Facet.allCases.map { facet in
            let index = facets[facet]
            counts.fill(0, count: index.values.count)
            for value in index.values.indices {
                counts[value] = UInt32(index.postings.count(value))
            }
            return FacetLister(values: index.values, counts: counts, order: order)
                .list(facet, selection: FacetSelection(), limit: .max)
        }
        commonestFacetValues = allFacets.map { counts in
            FacetCounts(
                facet: counts.facet, values: Array(counts.values.prefix(Facet.valueCountMaximum)))
        }
    }

    /// The row of an episode; nil when there is none of this id.
    ///
    /// Complexity: O(log rows).
    public func rowNumber(id: UInt64) -> UInt32? {
        let rank = columns.ids.rank(below: id)
        guard rank < columns.ids.values.count, columns.ids.values[rank] == id else { return nil }
        return columns.ids.order.ascending[rank]
    }

    /// The row of the episode with a video; of several the one with the smallest id.
    ///
    /// Complexity: O(log rows).
    public func rowNumber(videoIdentifier: UInt64) -> UInt32? {
        guard let column = columns.numeric(.videoIdentifier) else { return nil }
        let rows = column.order.ascending
        let place = rows.partitioningIndex { place in
            column.value(rows[place]).map { $0 >= videoIdentifier } ?? true
        }
        guard place < rows.count, column.value(rows[place]) == videoIdentifier else { return nil }
        return rows[place]
    }

    /// Every value of every facet with its count over the whole catalogue, without a limit.
    ///
    /// Complexity: O(1); computed when the index was built.
    public func allFacetValues() -> [FacetCounts] { allFacets }
}
