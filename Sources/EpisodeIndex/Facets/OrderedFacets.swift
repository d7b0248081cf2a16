import EpisodeModel

/// The rows of the facets' values in one order: a row is known by its place in it, so that a page
/// is found by walking bitsets from the first place on.
@safe struct OrderedFacets: BitwiseCopyable, Sendable {
    /// One for each facet but the parent, of which nothing is selected.
    private let postings: View<PostingLists>

    /// - Parameter order: all rows in the order.
    init(
        _ facets: [FacetRows], order: View<UInt32>, tuning: IndexTuning, memory: IndexMemory
    ) {
        let selectable = Facet.allCases.filter { $0 != .parent }
        postings = memory.keep(
            selectable.map { facet in
                let rows = facets[Int(facet.rawValue) - 1]
                var lists = RowLists()
                for place in 0..<order.count {
                    let values = rows.rowValues[order[place]]
                    for index in 0..<values.count { lists.values.append(values[index]) }
                    lists.endRow()
                }
                return PostingLists(
                    inverting: lists, valueCount: rows.keys.count, tuning: tuning, memory: memory)
            })
    }

    @inline(__always)
    subscript(facet: Facet) -> PostingLists { postings[Int(facet.rawValue) - 1] }
}
