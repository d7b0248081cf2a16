/// How a store is opened.
public struct StoreOptions: Hashable, Sendable {
    /// How long a writer waits for another one before it fails with `locked`.
    public var busyTimeoutMilliseconds: Int32 = 10_000
    /// How often `waitForRevision` looks.
    public var pollMilliseconds: Int64 = 50
    /// Deleted rows that are remembered; the oldest half is forgotten beyond it.
    public var tombstoneCountMaximum: Int = 1_000_000
    /// Whether opening looks at the structure of the whole file. Reading everything checks every
    /// row's content anyway, so this finds only what `readAll` does not look at, such as indexes.
    public var checksStructure = false

    public init() {}
}
