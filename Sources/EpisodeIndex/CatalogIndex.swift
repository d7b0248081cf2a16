public import EpisodeModel
import Synchronization

/// An immutable catalogue made ready for searching.
///
/// Rows are numbered by popularity: the most popular is 0, rows without a popularity come last,
/// and equal ones stand by id. Any number of threads may search at once, each with its own
/// scratch.
public final class CatalogIndex: Sendable {
    /// For each row number: as how many-th its episode was added, from 0.
    public let insertionNumbers: [UInt32]
    /// Tells indexes apart, also those that come to stand where another was in memory.
    let serialNumber: UInt64
    let columns: Columns
    let facets: FacetIndexes
    let text: TextIndex
    private let memory: IndexMemory
    private static let serialNumbers = Atomic<UInt64>(0)
    private let allFacets: [FacetCounts]
    /// The same as an answer lists them, for queries without any filter.
    let commonestFacetValues: [FacetCounts]

    public let rowCount: Int
    /// Words of a bitset of all rows.
    let wordCount: Int

    /// Bytes of the index's own memory, for figures.
    public var memoryByteCount: Int { memory.byteCount }
    /// The same by purpose.
    public var memoryUses: [MemoryUse] { memory.uses }
    /// How long each part took to build once all rows were in, the longest first.
    public let buildTimes: [BuildTime]

    init(
        insertionNumbers: [UInt32], columns: Columns, facets: FacetIndexes, text: TextIndex,
        memory: IndexMemory
    ) {
        self.insertionNumbers = insertionNumbers
        serialNumber = Self.serialNumbers.add(1, ordering: .relaxed).newValue
        rowCount = insertionNumbers.count
        wordCount = bitsetWordCount(rowCount: insertionNumbers.count)
        self.columns = columns
        self.facets = facets
        self.text = text
        self.memory = memory
        buildTimes = memory.closeTimes()
        allFacets = Facet.allCases.map { Self.allValues(of: $0, in: facets) }
        commonestFacetValues = allFacets.map { counts in
            FacetCounts(
                facet: counts.facet, values: Array(counts.values.prefix(Facet.valueCountMaximum)))
        }
    }

    /// Every value of a facet with its count, the commonest first.
    private static func allValues(of facet: Facet, in facets: FacetIndexes) -> FacetCounts {
        let index = facets[facet]
        let counted = index.values.indices.map { (value: $0, count: index.postings.count($0)) }
        let listed = counted.filter { $0.count > 0 }.sorted {
            $0.count != $1.count ? $0.count > $1.count : $0.value < $1.value
        }
        return FacetCounts(
            facet: facet,
            values: listed.map { entry in
                let value = index.values[entry.value]
                return FacetValue(
                    value: value, label: value, count: Int64(entry.count), isSelected: false)
            })
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
        rowNumber(videoIdentifier: videoIdentifier) { _ in true }
    }

    /// The same among rows that are let in.
    func rowNumber(videoIdentifier: UInt64, where isIncluded: (UInt32) -> Bool) -> UInt32? {
        guard let column = columns.numeric(.videoIdentifier) else { return nil }
        let rows = column.order.ascending
        var place = rows.partitioningIndex { place in
            column.value(rows[place]).map { $0 >= videoIdentifier } ?? true
        }
        while place < rows.count, column.value(rows[place]) == videoIdentifier {
            if isIncluded(rows[place]) { return rows[place] }
            place += 1
        }
        return nil
    }

    /// Every value of every facet with its count over the whole catalogue, without a limit.
    ///
    /// Complexity: O(1); computed when the index was built.
    public func allFacetValues() -> [FacetCounts] { allFacets }
}
