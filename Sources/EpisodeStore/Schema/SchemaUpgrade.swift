/// Brings a file to the schema of this program, with a copy of how it was.
enum SchemaUpgrade {
    /// The copy that is kept of a store of an older schema.
    static func copyPath(_ path: String, version: Int64) -> String {
        "\(path).schema-\(version)"
    }

    /// - Throws: when the schema is newer or none; when it is older and `source` only reads.
    static func run(_ source: ConnectionSource) throws(StoreError) {
        let connection = try source.connect()
        if try check(connection) == Schema.version { return }
        guard source.mode == .readWrite else {
            throw .olderSchema(source.path, try version(connection), Schema.version)
        }
        try connection.execute("BEGIN IMMEDIATE")
        do throws(StoreError) {
            // Somebody else may have done it meanwhile.
            let found = try check(connection)
            if found < Schema.version {
                let original = try ConnectionSource(
                    path: source.path, mode: .readOnly,
                    busyTimeoutMilliseconds: source.busyTimeoutMilliseconds
                ).connect()
                try DatabaseCopy.write(
                    original, to: copyPath(source.path, version: found), mayReplace: true)
                try Schema.upgrade(connection, from: found)
            }
            try connection.execute("COMMIT")
        } catch {
            connection.rollback()
            throw error
        }
    }

    private static func version(_ connection: Connection) throws(StoreError) -> Int64 {
        try connection.integer("PRAGMA user_version")
    }

    /// The schema version of a store of this program or an earlier one.
    static func check(_ connection: Connection) throws(StoreError) -> Int64 {
        try checkKind(connection)
        let found = try version(connection)
        guard found <= Schema.version else {
            throw .newerSchema(connection.path, found, Schema.version)
        }
        guard found > 0 else {
            throw .notAStore(
                connection.path, "has schema version \(found), which no release wrote")
        }
        return found
    }

    /// Checks that the file says it is a store.
    private static func checkKind(_ connection: Connection) throws(StoreError) {
        let path = connection.path
        let id = try connection.integer("PRAGMA application_id")
        if id == Int64(Schema.applicationID) { return }
        guard try connection.integer("PRAGMA page_count") > 0 else {
            throw .notAStore(path, "is empty or nearly so, so it is no store")
        }
        throw .notAStore(path, "is an SQLite file of another program")
    }
}
