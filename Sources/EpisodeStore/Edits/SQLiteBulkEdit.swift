internal import EpisodeModel

/// A bulk edit on a connection of its own, so that its writer's lock is SQLite's.
final class SQLiteBulkEdit: BulkEdit {
    private static let largeRowCount = 10_000

    private let mode: BulkMode
    private let path: String
    private var transaction: WriteTransaction?
    private var domainIDs: Set<UInt32> = []
    /// Notes the ids of a replacement; nil when there is nothing that could have to go.
    private var note: Statement?

    init(_ connection: Connection, _ mode: BulkMode, _ options: StoreOptions) throws(StoreError) {
        self.mode = mode
        path = connection.path
        try connection.execute("PRAGMA cache_size = -\(max(1, options.bulkCacheByteCount / 1_024))")
        let transaction = try WriteTransaction(Writer(connection), options)
        if mode == .replace, transaction.state.episodeCount > 0 {
            // In a file of its own, as there may be very many.
            try connection.execute("CREATE TEMP TABLE kept (id INTEGER PRIMARY KEY)")
            note = try connection.prepare("INSERT OR IGNORE INTO temp.kept (id) VALUES (?1)")
        }
        self.transaction = transaction
    }

    deinit { rollback() }

    private func openTransaction() throws(StoreError) -> WriteTransaction {
        if let transaction { return transaction }
        throw StoreError(
            code: .ended, file: path, problem: "this bulk edit has ended",
            remedy: "begin another one")
    }

    @discardableResult
    func add(_ episode: Episode) throws(StoreError) -> RowOutcome {
        let transaction = try openTransaction()
        do throws(StoreError) {
            let outcome = try transaction.put(episode)
            try note?.run(Int64(bitPattern: episode.id))
            return outcome
        } catch {
            // After a full disk and the like SQLite has ended the transaction already: nothing of
            // this edit may be committed later.
            if !error.concernsOneRow { rollback() }
            throw error
        }
    }

    func add(_ domain: Domain) throws(StoreError) {
        let transaction = try openTransaction()
        do throws(StoreError) {
            try transaction.put(domain)
            domainIDs.insert(domain.id)
        } catch {
            if !error.concernsOneRow { rollback() }
            throw error
        }
    }

    func commit() throws(StoreError) -> StoreReceipt {
        let transaction = try openTransaction()
        do throws(StoreError) {
            if mode == .replace { try deleteTheRest(transaction) }
            let receipt = try transaction.commit()
            shrinkLog(transaction.writer.connection, after: receipt)
            end()
            return receipt
        } catch {
            rollback()
            throw error
        }
    }

    /// Gives the space of a log that has become large back to the disk, unless somebody reads it:
    /// then the next edit does, as far as it can. The edit is durable either way.
    private func shrinkLog(_ connection: Connection, after receipt: StoreReceipt) {
        guard receipt.created + receipt.updated + receipt.deleted > Self.largeRowCount else {
            return
        }
        try? connection.execute("PRAGMA busy_timeout = 0; PRAGMA wal_checkpoint(TRUNCATE)")
    }

    private func deleteTheRest(_ transaction: WriteTransaction) throws(StoreError) {
        if !domainIDs.isEmpty { try transaction.deleteDomains(except: domainIDs) }
        guard note != nil else { return }
        let connection = transaction.writer.connection
        let rest = "FROM episodes WHERE id NOT IN (SELECT id FROM temp.kept)"
        try connection.execute(
            "INSERT OR REPLACE INTO tombstones (id, revision) "
                + "SELECT id, \(transaction.revision) \(rest)")
        try connection.execute("DELETE \(rest)")
        try transaction.noteDeleted(connection.changedRowCount)
    }

    func rollback() {
        transaction?.rollback()
        end()
    }

    private func end() {
        note = nil
        transaction = nil
    }
}

extension StoreError {
    /// Whether the edit can go on without the row that caused this.
    fileprivate var concernsOneRow: Bool { code == .invalidRow }
}
