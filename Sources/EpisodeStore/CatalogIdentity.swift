/// Which history the revisions of a store belong to. Revisions of different identities say nothing
/// about each other.
public struct CatalogIdentity: Hashable, Sendable {
    /// A random UUID, made with the store and kept by its copies.
    public let lineage: String
    /// Grows when the history is rewritten, as by restoring a backup.
    public let epoch: UInt64

    public init(lineage: String, epoch: UInt64) {
        self.lineage = lineage
        self.epoch = epoch
    }
}
