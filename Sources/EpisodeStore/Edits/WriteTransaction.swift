internal import EpisodeModel

/// One edit between its beginning and its end: at most one revision.
final class WriteTransaction {
    let writer: Writer
    private let options: StoreOptions
    private(set) var state: CatalogState
    /// What this edit will be called if it changes something.
    let revision: UInt64
    private var created = 0
    private var updated = 0
    private(set) var deleted = 0
    private var haveDomainsChanged = false
    /// The largest id that is there, by SQLite's signed order; nil when there was none at first.
    private let largestID: Int64?
    private var row = RowBuffer()

    init(_ writer: Writer, _ options: StoreOptions) throws(StoreError) {
        self.writer = writer
        self.options = options
        state = try writer.beginTransaction()
        revision = state.revision + 1
        do throws(StoreError) {
            largestID = try writer.connection.optionalInteger("SELECT max(id) FROM episodes")
        } catch {
            writer.connection.rollback()
            throw error
        }
    }

    private var hasChanges: Bool {
        created > 0 || updated > 0 || deleted > 0 || haveDomainsChanged
    }

    func put(_ episode: Episode) throws(StoreError) -> RowOutcome {
        let id = Int64(bitPattern: episode.id)
        let isProbablyNew = largestID.map { id > $0 } ?? true
        row.set(episode)
        try StoreLimits.check(episode, row, writer.connection.path)
        switch try writer.episodes.put(&row, revision: revision, isProbablyNew: isProbablyNew) {
        case .created:
            try noteCreated(id)
            return .created
        case .updated:
            updated += 1
            return .updated
        case .rewritten: return .updated
        case .unchanged: return .unchanged
        }
    }

    /// The stream URL that is there for an episode and its video.
    func streamURL(ofVideoOf episode: Episode) throws(StoreError) -> String {
        try writer.streamURL(
            id: Int64(bitPattern: episode.id), video: episode.videoIdentifier)
    }

    private func noteCreated(_ id: Int64) throws(StoreError) {
        guard state.episodeCount < CatalogLimits.rowCountMaximum else {
            throw StoreLimits.tooManyEpisodes(writer.connection.path)
        }
        state.episodeCount += 1
        created += 1
        if state.tombstoneCount > 0, try writer.unbury(id: id) { state.tombstoneCount -= 1 }
    }

    func put(_ domain: Domain) throws(StoreError) {
        guard domain.id != 0, !domain.name.isEmpty else {
            throw StoreLimits.incompleteDomain(writer.connection.path, domain)
        }
        row.set(domain)
        switch try writer.domains.put(&row, revision: revision) {
        case .created:
            state.domainCount += 1
            haveDomainsChanged = true
        case .updated, .rewritten: haveDomainsChanged = true
        case .unchanged: break
        }
    }

    func delete(id: Int64) throws(StoreError) {
        guard try writer.episodes.remove(id: id) else { return }
        try noteDeleted(1)
        try writer.bury(id: id, revision: revision)
    }

    /// Counts rows that were deleted and have tombstones.
    func noteDeleted(_ count: Int) throws(StoreError) {
        guard count <= state.episodeCount else {
            throw .damaged(writer.connection.path, "there are more rows than the table counts")
        }
        state.episodeCount -= count
        state.tombstoneCount += count
        deleted += count
    }

    func deleteDomains(except kept: Set<UInt32>) throws(StoreError) {
        let ids = try writer.connection.integers("SELECT id FROM domains")
        for id in ids where !kept.contains(UInt32(truncatingIfNeeded: id)) {
            guard try writer.domains.remove(id: id) else { continue }
            state.domainCount -= 1
            haveDomainsChanged = true
        }
    }

    /// Forgets the deletions of revisions up to one.
    func trim(through limit: UInt64) throws(StoreError) -> Int {
        let limit = min(limit, state.revision)
        guard limit > state.horizon else { return 0 }
        try writer.connection.execute("DELETE FROM tombstones WHERE revision <= \(limit)")
        let count = writer.connection.changedRowCount
        state.tombstoneCount -= count
        state.horizon = limit
        return count
    }

    /// Ends the edit. Without changes there is no new revision.
    func commit() throws(StoreError) -> StoreReceipt {
        guard hasChanges else {
            rollback()
            return receipt(state.revision)
        }
        state.revision = revision
        if haveDomainsChanged {
            state.domainsRevision = revision
            try StoreLimits.checkDomains(writer.connection)
        }
        try trimIfDue()
        try writer.commitTransaction(state)
        return receipt(revision)
    }

    /// Ends an edit that changed nothing but what the store remembers.
    func commitState() throws(StoreError) { try writer.commitTransaction(state) }

    private func receipt(_ revision: UInt64) -> StoreReceipt {
        StoreReceipt(
            revision: revision, created: created, updated: updated, deleted: deleted,
            haveDomainsChanged: haveDomainsChanged)
    }

    private func trimIfDue() throws(StoreError) {
        guard deleted > 0, state.tombstoneCount > options.tombstoneCountMaximum else { return }
        let surplus = state.tombstoneCount - options.tombstoneCountMaximum / 2
        let limit = try writer.connection.optionalInteger(
            "SELECT revision FROM tombstones ORDER BY revision LIMIT 1 OFFSET \(surplus - 1)")
        if let limit { _ = try trim(through: UInt64(bitPattern: limit)) }
    }

    func rollback() { writer.connection.rollback() }
}
