internal import EpisodeIndex
public import EpisodeModel
internal import EpisodeProtocol

extension CatalogSnapshot {
    /// The catalogue after an edit, as changes beside the same base.
    ///
    /// - Throws: when a row is too large to encode or there would be too many rows.
    /// - Complexity: O(text of all rows that changed since the base was built), and O(rows / 64)
    ///   for the bits that say which ones hold.
    public func applying(
        _ edit: CatalogEdit, revision: UInt64, loadedAt: Timestamp?, source: String
    ) throws(EpisodeError) -> (snapshot: CatalogSnapshot, summary: CatalogEdit.Summary) {
        let start = ContinuousClock.now
        var changes = self.changes
        var summary = CatalogEdit.Summary()
        let lastPlaces = Dictionary(
            edit.upserts.indices.map { (edit.upserts[$0].id, $0) },
            uniquingKeysWith: { _, last in last })
        let encoder = EncodedRowsBuilder()
        for place in edit.upserts.indices {
            let episode = edit.upserts[place]
            guard lastPlaces[episode.id] == place else { continue }
            if let row = index.rowNumber(id: episode.id) {
                try encoder.append(episode)
                let isSame = encoder.lastRowEquals(row: row, of: rows)
                encoder.removeLast()
                if isSame, hasStreamURL(of: episode, row: row) {
                    summary.unchanged += 1
                    continue
                }
                summary.updated += 1
            } else {
                summary.created += 1
            }
            _ = try removeBaseRow(id: episode.id, from: &changes)
            changes.set(episode)
        }
        for id in edit.deletes {
            let wasInChanges = changes.unset(id: id)
            let wasInBase = try removeBaseRow(id: id, from: &changes)
            if wasInChanges || wasInBase { summary.deleted += 1 }
        }
        try changes.buildIndexes(on: base)
        let result = CatalogSnapshot(
            base, changes, domains: edit.domains ?? domains, revision: revision,
            loadedAt: loadedAt, source: source, builtIn: ContinuousClock.now - start)
        guard result.rowCount <= CatalogLimits.rowCountMaximum else {
            throw EpisodeError(
                code: .resourceExhausted, field: "",
                problem: "the catalogue would have over \(CatalogLimits.rowCountMaximum) rows",
                remedy: "delete some first")
        }
        return (result, summary)
    }

    /// Marks the base's row of an id as one that holds no longer; false when there is none.
    private func removeBaseRow(
        id: UInt64, from changes: inout SnapshotChanges
    ) throws(EpisodeError) -> Bool {
        guard let row = base.index.rowNumber(id: id), changes.removed[row] == nil else {
            return false
        }
        changes.remove(row: row, try base.rows.episode(row))
        return true
    }

    /// By bytes: strings are equal already when they are canonically equivalent.
    func hasStreamURL(of episode: Episode, row: UInt32) -> Bool {
        (streamURL(row: row) ?? "").utf8.elementsEqual(episode.streamURL.utf8)
    }
}
