/// Opens connections to one store, all alike.
///
/// The file is the one that had the name when this was made: another that was moved in its place is
/// never opened. SQLite would take the log beside it, which belongs to the old file, for its own and
/// write it into the new one.
struct ConnectionSource: Sendable {
    let path: String
    let mode: Connection.Mode
    let busyTimeoutMilliseconds: Int32
    private let identity: FileIdentity?

    init(path: String, mode: Connection.Mode, busyTimeoutMilliseconds: Int32) {
        self.path = path
        self.mode = mode
        self.busyTimeoutMilliseconds = busyTimeoutMilliseconds
        identity = FileIdentity(path)
    }

    var isImmutable: Bool { mode == .immutable }

    func connect() throws(StoreError) -> Connection {
        let connection = try Connection(
            path: path, mode: mode, busyTimeoutMilliseconds: busyTimeoutMilliseconds)
        // In this order: what is open is what has the name, and what has the name is the old file.
        // Nothing has been read so far, of the file or of its log.
        guard !connection.hasMoved, FileIdentity(path) == identity else { throw .replaced(path) }
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
