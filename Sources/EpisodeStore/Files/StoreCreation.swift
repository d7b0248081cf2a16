/// Makes an empty store. It is finished under another name first, so that a store is never seen
/// half made, whatever happens meanwhile.
enum StoreCreation {
    /// - Throws: never for a store that somebody else made in the same moment.
    static func create(_ path: String) throws(StoreError) {
        guard !StoreFile.hasLog(path) else { throw .leftLog(path) }
        try StoreFile.makeDirectories(above: path)
        try StoreFile.checkDirectory(of: path)
        let temporary = StoreFile.temporaryName(for: path)
        do throws(StoreError) {
            try fill(temporary)
            _ = try StoreFile.publish(temporary, as: path)
        } catch {
            StoreFile.remove(temporary)
            throw StoreError(
                code: error.code, file: path, problem: "cannot be made: \(error.problem)",
                remedy: error.remedy)
        }
    }

    private static func fill(_ path: String) throws(StoreError) {
        let connection = try Connection(path: path, mode: .create, busyTimeoutMilliseconds: 0)
        try connection.execute("PRAGMA application_id = \(Schema.applicationID)")
        try connection.execute("BEGIN")
        try Schema.upgrade(connection, from: 0)
        let state = CatalogState(
            identity: CatalogIdentity(lineage: randomUUID(), epoch: 1), revision: 0, horizon: 0,
            episodeCount: 0, domainCount: 0, tombstoneCount: 0, domainsRevision: 0)
        try connection.execute(
            """
            INSERT INTO catalog (only, lineage, epoch, revision, horizon, episode_count,
                domain_count, tombstone_count, domains_revision)
            VALUES (1, '\(state.identity.lineage)', 1, 0, 0, 0, 0, 0, 0)
            """)
        try connection.prepare(CatalogState.update).run(state)
        try connection.execute("COMMIT")
        // Kept in the file: everybody who opens it uses the log.
        try connection.execute("PRAGMA journal_mode = WAL")
    }

    /// A random UUID as RFC 9562 section 5.4 (version 4) writes it.
    private static func randomUUID() -> String {
        var high = UInt64.random(in: .min ... .max)
        var low = UInt64.random(in: .min ... .max)
        high = high & ~0xF000 | 0x4000
        low = low & ~(0xC000 << 48) | 0x8000 << 48
        let digits = pad(high) + pad(low)
        var text = ""
        for (index, digit) in digits.enumerated() {
            if [8, 12, 16, 20].contains(index) { text += "-" }
            text.append(digit)
        }
        return text
    }

    private static func pad(_ number: UInt64) -> String {
        let digits = String(number, radix: 16)
        return String(repeating: "0", count: 16 - digits.count) + digits
    }
}
