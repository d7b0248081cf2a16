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
        let building = IndexMemory()
        defer { withExtendedLifetime(building) {} }
        let facets = Facet.allCases.map { facet in
            FacetIndex.make(
                facet, sources[facet], order: order, tuning: tuning, memory: memory,
                rowMemory: facet == .feature ? memory : building)
        }
        let indexes = facets.map(\.0)
        self.indexes = indexes
        numbers = FacetNumbers(
            domains: indexes[Int(Facet.domain.rawValue) - 1],
            difficulties: indexes[Int(Facet.difficulty.rawValue) - 1], memory: memory)
        let facetRows = facets.map(\.1)
        self.facetRows = memory.keep(
            facets.map { index, rows in
                var rows = rows
                if index.facet != .feature { rows.rowValues = .none }
                return rows
            })
        cells = CellTable(
            CellFacet.allCases.map { facetRows[Int($0.facet.rawValue) - 1] },
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
        private var sources = Facet.allCases.map { _ in FacetIndex.Source() }

        fileprivate subscript(facet: Facet) -> FacetIndex.Source {
            sources[Int(facet.rawValue) - 1]
        }

        /// By raw value: the number of each difficulty.
        private var difficulties = [UInt32](repeating: 0, count: 256)
        /// The number of each platform that was there.
        private var domains: [UInt32: UInt32] = [:]

        init() {
            for difficulty in Difficulty.allCases {
                difficulties[Int(difficulty.rawValue)] =
                    sources[Int(Facet.difficulty.rawValue) - 1]
                    .declare(Array(difficulty.name.utf8))
            }
        }

        mutating func append(_ episode: Episode) {
            for domain in episode.domains { append(domain: domain) }
            sources[Int(Facet.difficulty.rawValue) - 1]
                .append(number: difficulties[Int(episode.difficulty.rawValue)])
            append(episode.contentType, .contentType)
            append(episode.subscriptionType, .subscriptionType)
            for feature in episode.features { append(feature, .feature) }
            append(episode.parentName, .parent)
            for index in sources.indices { sources[index].endRow() }
        }

        private mutating func append(domain: UInt32) {
            let place = Int(Facet.domain.rawValue) - 1
            let number = domains[domain] ?? sources[place].declare(decimal(domain))
            domains[domain] = number
            sources[place].append(number: number)
        }

        private mutating func append(_ value: String, _ facet: Facet) {
            guard !value.isEmpty else { return }
            sources[Int(facet.rawValue) - 1].append(value)
        }
    }
}
