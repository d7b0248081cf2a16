internal import CSQLite

/// Copies a database as a whole by SQLite's online backup, while others read and write it.
enum DatabaseCopy {
    /// Copies into a new file, which gets its name when it is complete and durable.
    ///
    /// - Parameter mayReplace: whether a file of that name may be replaced.
    static func write(
        _ source: Connection, to path: String, mayReplace: Bool
    ) throws(StoreError) {
        guard mayReplace || !StoreFile.exists(path) else { throw .exists(path) }
        try StoreFile.checkDirectory(of: path)
        let temporary = StoreFile.temporaryName(for: path)
        do throws(StoreError) {
            try copy(source, to: temporary)
            if mayReplace {
                try StoreFile.replace(path, by: temporary)
            } else if try !StoreFile.publish(temporary, as: path) {
                throw .exists(path)
            }
        } catch {
            StoreFile.remove(temporary)
            throw StoreError(
                code: error.code, file: path, problem: error.problem, remedy: error.remedy)
        }
    }

    private static func copy(_ source: Connection, to path: String) throws(StoreError) {
        let copy = try Connection(path: path, mode: .create, busyTimeoutMilliseconds: 0)
        try copyPages(from: source, to: copy)
        let answer = try copy.text("PRAGMA quick_check(1)")
        guard answer == "ok" else { throw .damaged(source.path, answer) }
    }

    /// Replaces all content of a database by that of another, in one transaction.
    static func copyPages(
        from source: Connection, to target: Connection
    ) throws(StoreError) {
        try unsafe source.withHandle { sourceHandle throws(StoreError) in
            try unsafe target.withHandle { targetHandle throws(StoreError) in
                guard
                    let backup = unsafe sqlite3_backup_init(
                        targetHandle, "main", sourceHandle, "main")
                else { throw target.failure(unsafe sqlite3_errcode(targetHandle)) }
                // All pages in one step: nobody can write between two of them.
                _ = unsafe sqlite3_backup_step(backup, -1)
                let code = unsafe sqlite3_backup_finish(backup)
                guard code == SQLITE_OK else { throw target.failure(code) }
            }
        }
    }
}
