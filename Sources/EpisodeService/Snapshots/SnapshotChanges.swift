internal import EpisodeIndex
internal import EpisodeModel
internal import EpisodeProtocol

/// The rows in which a snapshot differs from its base, with the small indexes over them.
struct SnapshotChanges: Sendable {
    /// Rows that were changed or are new, by id.
    private(set) var added: [UInt64: Episode] = [:]
    /// The base's versions of rows that were changed or deleted, by row number of the base.
    private(set) var removed: [UInt32: Episode] = [:]
    private var addedIndex: Indexed?
    private var removedIndex: CatalogIndex?
    private var layer: IndexChanges?

    private struct Indexed {
        let index: CatalogIndex
        let rows: EncodedRows
        let streamURLs: [UInt32: String]
    }

    /// Rows of both small indexes: what a search and the next edit have to deal with.
    var count: Int { added.count + removed.count }

    var isEmpty: Bool { added.isEmpty && removed.isEmpty }

    mutating func set(_ episode: Episode) {
        added[episode.id] = episode
        addedIndex = nil
    }

    /// False when no row of this id was changed or new.
    mutating func unset(id: UInt64) -> Bool {
        guard added.removeValue(forKey: id) != nil else { return false }
        addedIndex = nil
        return true
    }

    /// A row of the base holds no longer; `version` is what it was.
    mutating func remove(row: UInt32, _ version: Episode) {
        removed[row] = version
        removedIndex = nil
    }

    /// Builds the small indexes that are not there.
    ///
    /// - Throws: when a row is too large to encode.
    /// - Complexity: O(text of the rows that changed since the base was built).
    mutating func buildIndexes(on base: SnapshotBase) throws(EpisodeError) {
        if addedIndex == nil { addedIndex = try buildAdded() }
        let removedIndex = self.removedIndex ?? buildRemoved()
        self.removedIndex = removedIndex
        guard let addedIndex else { return }
        layer = IndexChanges(
            of: base.index, removed: removedIndex, removedRows: removed.keys,
            added: addedIndex.index)
    }

    private func buildAdded() throws(EpisodeError) -> Indexed {
        let builder = IndexBuilder()
        let rows = EncodedRowsBuilder()
        var urls: [UInt64: String] = [:]
        for (id, episode) in added {
            try rows.append(episode)
            builder.add(episode)
            if !episode.streamURL.isEmpty { urls[id] = episode.streamURL }
        }
        let index = builder.finish()
        var streamURLs: [UInt32: String] = [:]
        for (id, url) in urls {
            if let row = index.rowNumber(id: id) { streamURLs[row] = url }
        }
        return Indexed(
            index: index, rows: rows.finish(order: index.insertionNumbers), streamURLs: streamURLs)
    }

    private func buildRemoved() -> CatalogIndex {
        let builder = IndexBuilder()
        for episode in removed.values { builder.add(episode) }
        return builder.finish()
    }

    /// What answers searches, and the rows: those of the base, then those of the changes.
    func joined(to base: SnapshotBase) -> (LayeredIndex, EncodedRows) {
        guard let layer, let addedIndex, !isEmpty else {
            return (LayeredIndex(base.index), base.rows)
        }
        return (
            LayeredIndex(base.index, layer),
            EncodedRows(base.rows, followedBy: addedIndex.rows)
        )
    }

    /// - Parameter row: a row number after those of the base.
    func streamURL(row: UInt32, _ base: SnapshotBase) -> String? {
        addedIndex?.streamURLs[row - UInt32(base.rows.count)]
    }
}
