extension SQLiteStore {
    /// Moves what the log holds into the file, as far as nobody else needs the log now, so that the
    /// file alone is the whole store. For the end of a program; nothing depends on it.
    public func settle() {
        guard !isReadOnly, let connection = try? source.connect() else { return }
        try? connection.execute("PRAGMA busy_timeout = 0; PRAGMA wal_checkpoint(TRUNCATE)")
    }

    /// Copies the store as it is now into a new file, while others read and write it.
    ///
    /// The copy is checked, complete and durable when it gets its name. It is a store itself, of
    /// the same lineage.
    public func backup(to target: String) throws(StoreError) {
        try DatabaseCopy.write(source.connect(), to: target, mayReplace: false)
    }

    /// Checks everything: pages, indexes, every row, and that the numbers of rows agree.
    ///
    /// - Returns: what is wrong, in words; empty when nothing is.
    public func integrityCheck() throws(StoreError) -> [String] {
        let connection = try source.connect()
        var problems = try connection.texts("PRAGMA integrity_check(100)").filter { $0 != "ok" }
        do throws(StoreError) {
            _ = try readAll { _ in }
            try readers.read { reader, state throws(StoreError) in
                let count = try reader.connection.integer("SELECT count(*) FROM tombstones")
                let both = try reader.connection.integer(
                    "SELECT count(*) FROM tombstones WHERE id IN (SELECT id FROM episodes)")
                if count != state.tombstoneCount || both > 0 {
                    throw .damaged(path, "the table tombstones is not what was written")
                }
            }
        } catch {
            guard error.code == .damaged else { throw error }
            problems.append(error.problem)
        }
        return problems
    }

    /// Checks all pages and indexes, not the content of rows.
    func checkPages() throws(StoreError) {
        let answer = try source.connect().text("PRAGMA integrity_check(1)")
        guard answer == "ok" else { throw .damaged(path, answer) }
    }
}
