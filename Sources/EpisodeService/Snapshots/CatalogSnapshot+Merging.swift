internal import EpisodeIndex
public import EpisodeModel
internal import EpisodeProtocol

extension CatalogSnapshot {
    /// Rows of the small indexes that this snapshot has beside its base; 0 when there are none. A
    /// row that was changed counts twice: for the version that holds no longer and for the new one.
    public var changedRowCount: Int { changes.count }

    /// The same catalogue, with one index over all rows.
    ///
    /// - Complexity: that of building a snapshot from rows.
    public func merged() throws(EpisodeError) -> CatalogSnapshot {
        guard !changes.isEmpty else { return self }
        let builder = SnapshotBuilder()
        for row in 0..<UInt32(base.rows.count) where changes.removed[row] == nil {
            var episode = try base.rows.episode(row)
            episode.streamURL = base.streamURLs[row] ?? ""
            try builder.addUnique(episode)
        }
        for episode in changes.added.values { try builder.addUnique(episode) }
        return builder.finish(
            domains: domains, revision: revision, loadedAt: loadedAt, source: source)
    }

    /// What has to be done to `older` or to the same rows merged, to get this catalogue; it may
    /// name rows that are the same already. Nil when the two have no base in common.
    func edit(since older: CatalogSnapshot) -> CatalogEdit? {
        guard base === older.base else { return nil }
        var deletes = changes.removed.values.map(\.id).filter { changes.added[$0] == nil }
        deletes += older.changes.added.keys.filter { changes.added[$0] == nil }
        return CatalogEdit(
            upserts: Array(changes.added.values), deletes: deletes, domains: domains)
    }
}
