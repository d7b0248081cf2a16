/// How a store is opened.
public struct StoreOptions: Hashable, Sendable {
    /// How long a writer waits for another one before it fails with `locked`.
    public var busyTimeoutMilliseconds: Int32 = 10_000
    /// How often `waitForRevision` looks.
    public var pollMilliseconds: Int64 = 50
    /// Deleted rows that are remembered; the oldest half is forgotten beyond it.
    public var tombstoneCountMaximum: Int = 1_000_000
    /// Memory that a bulk edit may take for pages of the file. Rows in the order of their ids need
    /// little; rows in no order are written faster with more.
    public var bulkCacheByteCount: Int = 134_217_728
    /// Whether opening checks all pages and indexes, which takes under a second for a million rows.
    /// The content of rows is checked whenever they are read.
    public var checksPages = true

    public init() {}
}
