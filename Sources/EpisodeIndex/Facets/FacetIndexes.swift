import EpisodeModel

/// The indexes of all facets, and the cells of those whose values are alternatives.
struct FacetIndexes: Sendable {
    private let indexes: [FacetIndex]
    private let facetRows: View<FacetRows>
    let cells: CellTable
    let numbers: FacetNumbers
    /// The values again, the rows numbered by id, and from the newest to the oldest.
    let byID: OrderedFacets
    let byRelease: OrderedFacets
    /// The parent of each row; `.max` where there is none.
    let parents: View<UInt32>

    subscript(facet: Facet) -> FacetIndex { indexes[Int(facet.rawValue) - 1] }

    /// What searches read of a facet.
    @inline(__always)
    func rows(_ facet: Facet) -> FacetRows { facetRows[Int(facet.rawValue) - 1] }

    init(
        _ sources: Sources, order: [UInt32], columns: Columns, tuning: IndexTuning,
        memory: IndexMemory
    ) {
        let indexes = Facet.allCases.map { facet in
            FacetIndex(
                facet, sources[facet], order: order, tuning: tuning, memory: memory)
        }
        self.indexes = indexes
        numbers = FacetNumbers(
            domains: indexes[Int(Facet.domain.rawValue) - 1],
            difficulties: indexes[Int(Facet.difficulty.rawValue) - 1], memory: memory)
        let facetRows = indexes.map(\.rows)
        self.facetRows = memory.keep(facetRows)
        cells = CellTable(
            CellFacet.allCases.map { indexes[Int($0.facet.rawValue) - 1] },
            rowCount: order.count, tuning: tuning, memory: memory)
        let parentValues = facetRows[Int(Facet.parent.rawValue) - 1].rowValues
        parents = memory.keep(
            (0..<order.count).map { row in
                parentValues.count(row) > 0 ? parentValues[row][0] : .max
            })
        byID = OrderedFacets(
            facetRows, order: columns.ids.order.ascending, tuning: tuning, memory: memory)
        byRelease = OrderedFacets(
            facetRows, order: columns.order(.releasedAt).descending, tuning: tuning,
            memory: memory)
    }

    /// While building: the facet values of all rows in the order they were added.
    struct Sources {
        private var sources = [FacetIndex.Source](
            repeating: FacetIndex.Source(), count: Facet.allCases.count)

        fileprivate subscript(facet: Facet) -> FacetIndex.Source {
            sources[Int(facet.rawValue) - 1]
        }

        init() {
            for difficulty in Difficulty.allCases {
                sources[Int(Facet.difficulty.rawValue) - 1]
                    .declare(Array(difficulty.name.utf8))
            }
        }

        mutating func append(_ episode: Episode) {
            for domain in episode.domains { append(decimal(domain), .domain) }
            append(Array(episode.difficulty.name.utf8), .difficulty)
            append(Array(episode.contentType.utf8), .contentType)
            append(Array(episode.subscriptionType.utf8), .subscriptionType)
            for feature in episode.features { append(Array(feature.utf8), .feature) }
            append(Array(episode.parentName.utf8), .parent)
            for index in sources.indices { sources[index].endRow() }
        }

        private mutating func append(_ value: [UInt8], _ facet: Facet) {
            guard !value.isEmpty else { return }
            sources[Int(facet.rawValue) - 1].append(value)
        }
    }
}
