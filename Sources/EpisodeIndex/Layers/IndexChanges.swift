import EpisodeModel

/// What became of a catalogue's rows since its index was built: an index over the versions that
/// hold no longer and one over the versions that hold now.
///
/// Both are small, so that they are built anew with every edit. Whatever is counted is the base's
/// count, less that of `removed`, plus that of `added`; a row that was changed stands in both.
public final class IndexChanges: Sendable {
    /// The base's versions of rows that were changed or deleted.
    let removed: CatalogIndex
    /// New versions of rows that were changed, and new rows.
    let added: CatalogIndex
    /// One bit for each row of the base.
    private let removedBits: View<UInt64>
    /// For each facet: what a value of `removed` or `added` is called in the base. A value that
    /// the base does not have is numbered after all of the base's.
    private let removedValues: [View<UInt32>]
    private let addedValues: [View<UInt32>]
    private let memory: IndexMemory

    /// - Parameters:
    ///   - removed: over the base's versions of exactly the rows `removedRows`.
    ///   - removedRows: row numbers of the base, each once.
    /// - Complexity: O(rows of the base / 64 + values of `removed` and `added`).
    public init(
        of base: CatalogIndex, removed: CatalogIndex, removedRows: some Sequence<UInt32>,
        added: CatalogIndex
    ) {
        let memory = IndexMemory()
        var bits = [UInt64](repeating: 0, count: base.wordCount)
        for row in removedRows { bits[Int(row >> 6)] |= 1 << UInt64(row & 63) }
        removedBits = memory.keep(bits)
        func names(_ index: CatalogIndex) -> [View<UInt32>] {
            Facet.allCases.map { facet in
                let values = index.facets[facet]
                let known = base.facets[facet]
                return memory.keep(
                    values.values.indices.map { number in
                        UInt32(
                            known.number(of: values.key(number).array)
                                ?? known.values.count + number)
                    })
            }
        }
        removedValues = names(removed)
        addedValues = names(added)
        self.removed = removed
        self.added = added
        self.memory = memory
    }

    /// Whether a row of the base holds no longer.
    @inline(__always)
    func isRemoved(_ row: UInt32) -> Bool { removedBits.hasBit(row) }

    func removedNames(_ facet: Facet) -> View<UInt32> { removedValues[Int(facet.rawValue) - 1] }

    func addedNames(_ facet: Facet) -> View<UInt32> { addedValues[Int(facet.rawValue) - 1] }
}
