internal import EpisodeModel
internal import Synchronization

/// A catalogue in one SQLite file, for any number of threads and processes of one machine.
///
/// One writer at a time, readers beside it: SQLite's write-ahead log. A commit is on the disk when
/// it returns.
public final class SQLiteStore: CatalogStore {
    /// The file, absolute and without links.
    public let path: String
    public let isReadOnly: Bool
    let options: StoreOptions
    let source: ConnectionSource
    let readers: ReaderPool
    private let writer = Mutex<Writer?>(nil)
    private let knownIdentity: Mutex<CatalogIdentity>

    init(_ source: ConnectionSource, _ options: StoreOptions) throws(StoreError) {
        path = source.path
        isReadOnly = source.mode != .readWrite
        self.source = source
        self.options = options
        readers = ReaderPool(source)
        let state = try readers.read { _, state in state }
        knownIdentity = Mutex(state.identity)
    }

    public var identity: CatalogIdentity { knownIdentity.withLock { $0 } }

    /// Remembers which history was found.
    func note(_ state: CatalogState) {
        knownIdentity.withLock { known in
            if known != state.identity { known = state.identity }
        }
    }

    public func apply(_ edit: StoreEdit) throws(StoreError) -> StoreReceipt {
        let deleted = Set(edit.deletedIDs)
        return try write { transaction throws(StoreError) in
            for episode in Self.last(of: edit.episodes) where !deleted.contains(episode.id) {
                var episode = episode
                if edit.keepsStreamURLs, episode.streamURL.isEmpty {
                    episode.streamURL = try transaction.streamURL(ofVideoOf: episode)
                }
                _ = try transaction.put(episode)
            }
            for domain in edit.domains { try transaction.put(domain) }
            for id in deleted { try transaction.delete(id: Int64(bitPattern: id)) }
            return try transaction.commit()
        }
    }

    @discardableResult
    public func trim(through revision: UInt64) throws(StoreError) -> Int {
        try write { transaction throws(StoreError) in
            let count = try transaction.trim(through: revision)
            try transaction.commitState()
            return count
        }
    }

    public func begin(_ mode: BulkMode) throws(StoreError) -> any BulkEdit {
        try checkWritable()
        return try SQLiteBulkEdit(source.connect(), mode, options)
    }

    private func checkWritable() throws(StoreError) {
        guard !isReadOnly else { throw .readOnly(path, "was opened for reading only") }
    }

    /// Calls `body` within a transaction, which is rolled back when it throws.
    private func write<Result: Sendable>(
        _ body: (WriteTransaction) throws(StoreError) -> Result
    ) throws(StoreError) -> Result {
        try checkWritable()
        return try writer.withLock { writer throws(StoreError) in
            let used: Writer
            if let writer { used = writer } else { used = try Writer(source.connect()) }
            writer = used
            let transaction = try WriteTransaction(used, options)
            note(transaction.state)
            do throws(StoreError) {
                return try body(transaction)
            } catch {
                transaction.rollback()
                throw error
            }
        }
    }

    /// Of rows with the same id only the last, in the order of their first mention.
    private static func last(of episodes: [Episode]) -> [Episode] {
        var places: [UInt64: Int] = [:]
        for (index, episode) in episodes.enumerated() { places[episode.id] = index }
        if places.count == episodes.count { return episodes }
        return places.values.sorted().map { episodes[$0] }
    }
}
