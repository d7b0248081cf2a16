/// The one row of the table `catalog`: where the store stands.
struct CatalogState {
    var identity: CatalogIdentity
    var revision: UInt64
    var horizon: UInt64
    var episodeCount: Int
    var domainCount: Int
    var tombstoneCount: Int
    var domainsRevision: UInt64

    private static let checked = """
        lineage, epoch, revision, horizon, episode_count, domain_count, tombstone_count, \
        domains_revision
        """
    static let selection = """
        SELECT \(checked), checksum, (SELECT user_version FROM pragma_user_version)
        FROM catalog WHERE only = 1
        """
    static let update = """
        UPDATE catalog SET revision = ?1, horizon = ?2, episode_count = ?3, domain_count = ?4,
            tombstone_count = ?5, domains_revision = ?6, epoch = ?7, checksum = ?8
        WHERE only = 1
        """
    /// Sets the checksum of a row that was written before there was one.
    static let checksumming = "UPDATE catalog SET checksum = \(ChecksumFunction.name)(\(checked))"

    var checksum: Int64 {
        var checksum = RowChecksum()
        var lineage = identity.lineage
        lineage.withUTF8 { bytes in unsafe checksum.add(text: UnsafeRawBufferPointer(bytes)) }
        checksum.add(Int64(bitPattern: identity.epoch))
        checksum.add(Int64(bitPattern: revision))
        checksum.add(Int64(bitPattern: horizon))
        checksum.add(Int64(episodeCount))
        checksum.add(Int64(domainCount))
        checksum.add(Int64(tombstoneCount))
        checksum.add(Int64(bitPattern: domainsRevision))
        return checksum.value
    }
}

extension Statement {
    /// Runs the selection of the state.
    ///
    /// - Throws: also when another program upgraded the file since it was opened.
    func catalogState() throws(StoreError) -> CatalogState {
        defer { reset() }
        guard try step() else {
            throw .damaged(connection.path, "the table catalog has no row")
        }
        guard integer(9) == Schema.version else {
            throw .newerSchema(connection.path, integer(9), Schema.version)
        }
        let state = CatalogState(
            identity: CatalogIdentity(lineage: text(0), epoch: UInt64(bitPattern: integer(1))),
            revision: UInt64(bitPattern: integer(2)), horizon: UInt64(bitPattern: integer(3)),
            episodeCount: Int(integer(4)), domainCount: Int(integer(5)),
            tombstoneCount: Int(integer(6)), domainsRevision: UInt64(bitPattern: integer(7)))
        guard state.checksum == integer(8), integer(2) >= 0 else {
            throw .damaged(connection.path, "the row of catalog is not what was written")
        }
        return state
    }

    /// Runs the update of the state.
    func run(_ state: CatalogState) throws(StoreError) {
        try run(
            Int64(bitPattern: state.revision), Int64(bitPattern: state.horizon),
            Int64(state.episodeCount), Int64(state.domainCount), Int64(state.tombstoneCount),
            Int64(bitPattern: state.domainsRevision), Int64(bitPattern: state.identity.epoch),
            state.checksum)
    }
}
