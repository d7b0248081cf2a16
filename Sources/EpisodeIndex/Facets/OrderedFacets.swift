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
                return PostingLists(
                    inverting: ReorderedValues(values: rows.rowValues, order: order),
                    valueCount: rows.keys.count, tuning: tuning, memory: memory)
            })
    }

    @inline(__always)
    subscript(facet: Facet) -> PostingLists { postings[Int(facet.rawValue) - 1] }
}

/// While building: the values of rows that stand in another order.
@safe private struct ReorderedValues: PostingSource {
    let values: KeptRowLists
    let order: View<UInt32>

    var rowCount: Int { order.count }

    @inline(__always)
    func forEachValue(_ body: (UInt32, UInt32) -> Void) {
        for place in 0..<order.count {
            let values = values[order[place]]
            for index in 0..<values.count {
                body(UInt32(truncatingIfNeeded: place), values[index])
            }
        }
    }
}
