import EpisodeModel

/// The indexes of all facets, and the cells of those whose values are alternatives.
struct FacetIndexes: Sendable {
    private let indexes: [FacetIndex]
    let cells: CellTable
    let numbers: FacetNumbers

    subscript(facet: Facet) -> FacetIndex { indexes[Int(facet.rawValue) - 1] }

    init(_ sources: Sources, order: [UInt32], tuning: IndexTuning, memory: IndexMemory) {
        let indexes = Facet.allCases.map { facet in
            FacetIndex(
                facet, sources[facet], order: order, tuning: tuning, memory: memory)
        }
        self.indexes = indexes
        numbers = FacetNumbers(
            domains: indexes[Int(Facet.domain.rawValue) - 1],
            difficulties: indexes[Int(Facet.difficulty.rawValue) - 1], memory: memory)
        cells = CellTable(
            CellFacet.allCases.map { indexes[Int($0.facet.rawValue) - 1] },
            rowCount: order.count, memory: memory)
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
