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
    ///
    /// - Parameter whenLocked: called when nobody else can write to the target any more, before
    ///   anything is copied; what it throws leaves the target as it was.
    static func copyPages(
        from source: Connection, to target: Connection,
        whenLocked: () throws(StoreError) -> Void = {}
    ) throws(StoreError) {
        try unsafe source.withHandle { sourceHandle throws(StoreError) in
            try unsafe target.withHandle { targetHandle throws(StoreError) in
                guard
                    let backup = unsafe sqlite3_backup_init(
                        targetHandle, "main", sourceHandle, "main")
                else { throw target.failure(unsafe sqlite3_errcode(targetHandle)) }
                // No page: only the lock, which is kept to the end.
                let lock = unsafe sqlite3_backup_step(backup, 0)
                guard lock == SQLITE_OK else {
                    _ = unsafe sqlite3_backup_finish(backup)
                    throw target.failure(lock)
                }
                do throws(StoreError) {
                    try whenLocked()
                } catch {
                    _ = unsafe sqlite3_backup_finish(backup)
                    throw error
                }
                // All pages in one step: nobody can write between two of them.
                let step = unsafe sqlite3_backup_step(backup, -1)
                let code = unsafe sqlite3_backup_finish(backup)
                guard step == SQLITE_DONE, code == SQLITE_OK else {
                    throw target.failure(code == SQLITE_OK ? step : code)
                }
            }
        }
    }
}
