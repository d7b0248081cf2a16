/// Opens connections to one store, all alike.
struct ConnectionSource: Sendable {
    let path: String
    let mode: Connection.Mode
    let busyTimeoutMilliseconds: Int32

    var isImmutable: Bool { mode == .immutable }

    func connect() throws(StoreError) -> Connection {
        let connection = try Connection(
            path: path, mode: mode, busyTimeoutMilliseconds: busyTimeoutMilliseconds)
        // Extra checks of pages, and no functions that a file could bring along.
        try connection.execute("PRAGMA cell_size_check = ON; PRAGMA trusted_schema = OFF")
        if mode == .readWrite {
            guard !connection.isReadOnly else { throw .readOnly(path, "cannot be written") }
            // FULL: a commit is on the disk when it returns. The log shrinks to its usual size
            // after a large import. Deleted content is not overwritten on purpose.
            try connection.execute(
                """
                PRAGMA synchronous = FULL;
                PRAGMA journal_size_limit = 67108864;
                PRAGMA secure_delete = OFF
                """)
        }
        return connection
    }
}
