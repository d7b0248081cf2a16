import EpisodeModel

/// One key of an order whose values can differ.
struct SortComponent: BitwiseCopyable {
    /// Of relevance nothing is read.
    let column: RankColumn
    let isDescending: Bool
    let isRelevance: Bool
    /// The form of an order that has only this key.
    let form: SortPlan.Form

    /// All rows in the order of this key, ties by id.
    var rows: View<UInt32> { isDescending ? column.descending : column.ascending }
}

/// Memory for the keys of an order.
struct SortComponents: BitwiseCopyable {
    let components: Buffer<SortComponent>

    init(memory: ScratchMemory) { components = memory.buffer() }
}

/// A sort order made ready.
struct SortPlan: BitwiseCopyable {
    enum Form: UInt8 {
        /// By popularity, the highest first: the order of row numbers.
        case rowNumbers
        /// By id or by release, the newest first: facets have bitsets in these orders.
        case byID, byRelease
        /// By one other key.
        case single
        case several
    }

    let components: Buffer<SortComponent>
    /// The first key that counts: relevance in front is walked class by class.
    let start: Int

    var count: Int { components.count - start }

    var form: Form { count == 1 ? self[0].form : .several }

    subscript(_ place: Int) -> SortComponent { components[start + place] }

    /// The same order without its first key, for rows in which that key is equal.
    var rest: SortPlan { SortPlan(components: components, start: start + 1) }

    var startsWithRelevance: Bool { count > 0 && self[0].isRelevance }

    var containsRelevance: Bool { (0..<count).contains { self[$0].isRelevance } }
}

extension CatalogIndex {
    /// Makes an order ready.
    ///
    /// - Parameter hasClasses: whether rows differ in relevance; without a text query all are alike.
    func plan(
        _ query: borrowing EpisodeQuery, hasClasses: Bool, _ scratch: SearchScratch
    ) -> SortPlan {
        let components = scratch.work.sort.components
        components.removeAll()
        Self.forEachKey(of: query) { key in
            switch key {
            case .relevance:
                guard hasClasses else { return }
                components.append(
                    SortComponent(
                        column: columns.ids.order, isDescending: false, isRelevance: true,
                        form: .several))
            case .field(let field, let descending):
                components.append(
                    SortComponent(
                        column: columns.order(field), isDescending: descending,
                        isRelevance: false, form: Self.form(field, descending)))
            }
        }
        return SortPlan(components: components, start: 0)
    }

    private static func form(_ field: EpisodeField, _ isDescending: Bool) -> SortPlan.Form {
        switch (field, isDescending) {
        case (.popularity, true): .rowNumbers
        case (.id, false): .byID
        case (.releasedAt, true): .byRelease
        default: .single
        }
    }

    /// The keys that order the rows, as `SortKey.completeOrder` gives them, without a list of them.
    @inline(__always)
    static func forEachKey(of query: borrowing EpisodeQuery, _ body: (SortKey) -> Void) {
        guard !query.sort.isEmpty else { return body(.field(.releasedAt, descending: true)) }
        var hasPopularity = false
        var endsWithRelevance = false
        for place in query.sort.indices {
            let key = query.sort[place]
            endsWithRelevance = key == .relevance
            if case .field(.popularity, _) = key { hasPopularity = true }
            body(key)
        }
        if endsWithRelevance, !hasPopularity { body(.field(.popularity, descending: true)) }
    }
}
