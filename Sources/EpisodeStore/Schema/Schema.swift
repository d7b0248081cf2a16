/// The versions of the schema, and what makes each from the one before. A new store goes through
/// all of them, so that it cannot differ from an upgraded one.
///
/// A step that was released is never edited: files that went through it exist.
enum Schema {
    /// `PRAGMA application_id` of every store: "EPIS".
    static let applicationID: Int32 = 0x4550_4953
    /// `PRAGMA user_version` of what this program writes: the last step.
    static let version: Int64 = 2

    /// Runs the steps after a version, inside a transaction of the caller.
    static func upgrade(_ connection: Connection, from version: Int64) throws(StoreError) {
        if version < 1 { try makeVersion1(connection) }
        if version < 2 { try makeVersion2(connection) }
        try connection.execute("PRAGMA user_version = \(self.version)")
    }

    private static func makeVersion1(_ connection: Connection) throws(StoreError) {
        try connection.execute(SchemaText.version1)
    }

    /// Adds checksums, and indexes for finding what changed.
    private static func makeVersion2(_ connection: Connection) throws(StoreError) {
        try connection.execute(SchemaText.version2Tables)
        try ChecksumFunction.register(on: connection)
        try connection.execute(RowLayout.episodes.checksumming)
        try connection.execute(RowLayout.domains.checksumming)
        try connection.execute(CatalogState.checksumming)
        try connection.execute(SchemaText.version2Indexes)
        try connection.execute(SchemaText.version2Views)
    }
}
