/// A connection that reads, with its statements. Used by one thread at a time.
final class Reader: @unchecked Sendable {
    let connection: Connection
    private let begin: Statement
    private let end: Statement
    private let readState: Statement
    private let readRevision: Statement
    let domains: Statement
    /// Episodes by ascending unsigned id, in two parts: SQLite's integers are signed.
    let episodes: [Statement]
    let changedEpisodes: Statement
    let changedTombstones: Statement

    init(_ connection: Connection) throws(StoreError) {
        self.connection = connection
        begin = try connection.prepare("BEGIN")
        end = try connection.prepare("COMMIT")
        readState = try connection.prepare(CatalogState.selection)
        readRevision = try connection.prepare("SELECT revision FROM catalog WHERE only = 1")
        domains = try connection.prepare(RowLayout.domains.selection("ORDER BY id"))
        episodes = [
            try connection.prepare(RowLayout.episodes.selection("WHERE id >= 0 ORDER BY id")),
            try connection.prepare(RowLayout.episodes.selection("WHERE id < 0 ORDER BY id")),
        ]
        changedEpisodes = try connection.prepare(
            RowLayout.episodes.selection("WHERE revision > ?1 LIMIT ?2"))
        changedTombstones = try connection.prepare(
            "SELECT id FROM tombstones WHERE revision > ?1 LIMIT ?2")
    }

    /// Begins to read one revision, and tells which.
    func beginTransaction() throws(StoreError) -> CatalogState {
        guard !connection.hasMoved else { throw .replaced(connection.path) }
        try begin.run()
        return try readState.catalogState()
    }

    func endTransaction() throws(StoreError) { try end.run() }

    /// The newest revision, unchecked: for finding out whether to look.
    func newestRevision() throws(StoreError) -> UInt64 {
        guard !connection.hasMoved else { throw .replaced(connection.path) }
        return UInt64(bitPattern: try readRevision.firstInteger() ?? 0)
    }
}
