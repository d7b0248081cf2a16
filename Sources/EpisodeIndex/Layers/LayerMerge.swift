import EpisodeModel

/// Merges the page of the base with that of the added rows, leaving removed rows out.
///
/// Reads the pages where the searches put them, writes into the layers' page.
struct LayerMerge {
    private let index: LayeredIndex
    private let changes: IndexChanges
    private let scratch: SearchScratch
    private let layers: LayerScratch
    private var place = 0
    private var addedPlace = 0

    init(_ index: LayeredIndex, _ changes: IndexChanges, _ scratch: SearchScratch) {
        self.index = index
        self.changes = changes
        self.scratch = scratch
        layers = scratch.layers
        passRemoved()
    }

    /// Whether rows are left that were not taken.
    var hasRest: Bool {
        place < scratch.rows.count || addedPlace < layers.added.rows.count
    }

    private mutating func passRemoved() {
        while place < scratch.rows.count, changes.isRemoved(scratch.rows[place]) { place += 1 }
    }

    /// How many rows of the base's page hold.
    var heldCount: Int { scratch.rows.count { !changes.isRemoved($0) } }

    /// Takes a page.
    ///
    /// - Precondition: both pages reach to the row after the last one wanted, or to the end.
    mutating func take(_ size: Int, skip: Int, _ query: borrowing EpisodeQuery) {
        let hasClasses = scratch.work.classes.count > 0 || layers.added.work.classes.count > 0
        var toSkip = skip
        while layers.rows.count < size, hasRest {
            let isOfBase = place < scratch.rows.count && !isAddedNext(query)
            let found = isOfBase ? scratch.found(place) : layers.added.found(addedPlace)
            if toSkip > 0 {
                toSkip -= 1
            } else {
                layers.rows.append(isOfBase ? found.row : index.numberOfAdded(found.row))
                if hasClasses { layers.classes.append(found.relevanceClass) }
            }
            if isOfBase {
                place += 1
                passRemoved()
            } else {
                addedPlace += 1
            }
        }
    }

    private func isAddedNext(_ query: borrowing EpisodeQuery) -> Bool {
        guard addedPlace < layers.added.rows.count else { return false }
        return index.base.compare(
            scratch.found(place), to: layers.added.found(addedPlace), in: changes.added, by: query
        ) > 0
    }
}

extension LayerMerge {
    /// How many removed rows come before the first row of the base's page.
    func countRemovedBeforeFirst(_ query: borrowing EpisodeQuery) -> Int {
        countBeforeFirst(layers.removed, changes.removed, query)
    }

    /// Passes over the added rows that come before the first row of the base's page.
    mutating func passAddedBeforeFirst(_ query: borrowing EpisodeQuery) -> Int {
        addedPlace = countBeforeFirst(layers.added, changes.added, query)
        return addedPlace
    }

    private func countBeforeFirst(
        _ layer: SearchScratch, _ layerIndex: CatalogIndex, _ query: borrowing EpisodeQuery
    ) -> Int {
        let first = scratch.found(0)
        var low = 0
        var high = layer.rows.count
        while low < high {
            let middle = (low + high) / 2
            let isBefore =
                index.base.compare(first, to: layer.found(middle), in: layerIndex, by: query) > 0
            if isBefore { low = middle + 1 } else { high = middle }
        }
        return low
    }
}
