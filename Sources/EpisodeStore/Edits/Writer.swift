/// A connection that writes, with its statements.
final class Writer {
    let connection: Connection
    let episodes: RowTable
    let domains: RowTable
    private let begin: Statement
    private let end: Statement
    private let readState: Statement
    private let writeState: Statement
    private let streamURL: Statement
    private let bury: Statement
    private let unbury: Statement

    init(_ connection: Connection) throws(StoreError) {
        self.connection = connection
        begin = try connection.prepare("BEGIN IMMEDIATE")
        end = try connection.prepare("COMMIT")
        readState = try connection.prepare(CatalogState.selection)
        writeState = try connection.prepare(CatalogState.update)
        episodes = try RowTable(.episodes, on: connection)
        domains = try RowTable(.domains, on: connection)
        streamURL = try connection.prepare(
            "SELECT stream_url FROM episodes WHERE id = ?1 AND video_identifier IS ?2")
        bury = try connection.prepare(
            "INSERT OR REPLACE INTO tombstones (id, revision) VALUES (?1, ?2)")
        unbury = try connection.prepare("DELETE FROM tombstones WHERE id = ?1")
    }

    /// Begins a transaction as the only writer, and tells where the store stands.
    func beginTransaction() throws(StoreError) -> CatalogState {
        guard !connection.hasMoved else { throw .replaced(connection.path) }
        try begin.run()
        do throws(StoreError) {
            return try readState.catalogState()
        } catch {
            connection.rollback()
            throw error
        }
    }

    /// Writes where the store stands and makes the transaction durable.
    func commitTransaction(_ state: CatalogState) throws(StoreError) {
        try writeState.run(state)
        try end.run()
    }

    /// The stream URL of an episode while it has this video; empty when there is none.
    func streamURL(id: Int64, video: UInt64?) throws(StoreError) -> String {
        streamURL.bind(id, at: 1)
        if let video { streamURL.bind(Int64(bitPattern: video), at: 2) }
        defer { streamURL.reset() }
        return try streamURL.step() ? streamURL.text(0) : ""
    }

    func bury(id: Int64, revision: UInt64) throws(StoreError) {
        try bury.run(id, Int64(bitPattern: revision))
    }

    /// Whether there was a tombstone.
    func unbury(id: Int64) throws(StoreError) -> Bool {
        try unbury.run(id)
        return connection.changedRowCount > 0
    }
}
