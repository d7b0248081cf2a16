extension SQLiteStore {
    /// Puts the content of a backup into a store, in one transaction, while others use the store.
    ///
    /// It becomes a new epoch at a revision that neither had before, so that nobody takes numbers of
    /// the old history for those of the new. A backup of an older schema is upgraded on the way.
    /// Nothing of the backup itself is changed.
    ///
    /// - Parameter path: a store, or where one is to be made.
    /// - Returns: the restored store, open for editing.
    public static func restore(
        _ backup: String, to path: String, options: StoreOptions = StoreOptions()
    ) throws(StoreError) -> SQLiteStore {
        let old = StoreFile.exists(path) ? try openForRestoring(path, options) : nil
        guard StoreFile.exists(backup) else { throw .notFound(backup) }
        if old == nil {
            guard !StoreFile.hasLog(path) else { throw .leftLog(path) }
            try StoreFile.makeDirectories(above: path)
        }
        let prepared = StoreFile.temporaryName(for: path)
        defer { StoreFile.remove(prepared) }
        guard let old else {
            // Closed before it gets its name, so that all of it is in the file.
            try prepare(prepared, from: backup, options).beginEpoch(after: nil)
            guard try StoreFile.publish(prepared, as: path) else { throw .exists(path) }
            return try SQLiteStore.open(path: path, options: options)
        }
        let copy = try prepare(prepared, from: backup, options)
        let source = try Connection(path: prepared, mode: .readOnly, busyTimeoutMilliseconds: 0)
        // The new number is chosen when nobody else can commit one any more.
        try DatabaseCopy.copyPages(from: source, to: old.source.connect()) {
            () throws(StoreError) in try copy.beginEpoch(after: old)
        }
        return try SQLiteStore.open(path: path, options: options)
    }

    /// A store that is to be overwritten may be damaged in parts that a restore does not read.
    private static func openForRestoring(
        _ path: String, _ options: StoreOptions
    ) throws(StoreError) -> SQLiteStore {
        var options = options
        options.checksPages = false
        do throws(StoreError) {
            return try SQLiteStore.open(path: path, options: options)
        } catch {
            guard error.code == .damaged || error.code == .notAStore else { throw error }
            throw StoreError(
                code: error.code, file: path, problem: error.problem,
                remedy: "stop its servers, move it and the files \(path)-wal and \(path)-shm away, "
                    + "then restore again")
        }
    }

    /// Makes a copy of the backup that becomes what the store shall be.
    private static func prepare(
        _ prepared: String, from backup: String, _ options: StoreOptions
    ) throws(StoreError) -> SQLiteStore {
        let original = try Connection(
            path: StoreFile.resolve(backup), mode: .readOnly,
            busyTimeoutMilliseconds: options.busyTimeoutMilliseconds)
        _ = try SchemaUpgrade.check(original)
        try DatabaseCopy.write(original, to: prepared, mayReplace: false)
        let copy = try SQLiteStore.open(path: prepared, options: options)
        StoreFile.remove(SchemaUpgrade.copyPath(prepared, version: Schema.version - 1))
        return copy
    }

    /// Makes this the first revision of a new epoch.
    private func beginEpoch(after old: SQLiteStore?) throws(StoreError) {
        let before = try old?.readers.read { _, state in state }
        let writer = try Writer(source.connect())
        var state = try writer.beginTransaction()
        state.identity = CatalogIdentity(
            lineage: state.identity.lineage,
            epoch: max(state.identity.epoch, before?.identity.epoch ?? 0) + 1)
        state.revision = max(state.revision, before?.revision ?? 0) + 1
        state.horizon = state.revision
        state.tombstoneCount = 0
        try writer.connection.execute("DELETE FROM tombstones")
        try writer.commitTransaction(state)
    }
}
