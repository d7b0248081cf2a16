extension SQLiteStore {
    /// Opens a store.
    ///
    /// A store of an older schema is upgraded in one transaction; a copy of how it was stays beside
    /// it. What a process left behind that was killed is put right by SQLite. A store in a place
    /// that cannot be written can be read, as long as nobody else writes it meanwhile.
    ///
    /// - Parameters:
    ///   - create: whether to make an empty one, and the directories above it, where there is none.
    ///   - readOnly: whether edits are refused and nothing is written at all.
    public static func open(
        path: String, create: Bool = false, readOnly: Bool = false,
        options: StoreOptions = StoreOptions()
    ) throws(StoreError) -> SQLiteStore {
        if !StoreFile.exists(path) {
            guard create, !readOnly else {
                throw StoreFile.hasLog(path) ? .leftLog(path) : .notFound(path)
            }
            try StoreCreation.create(path)
        }
        let resolved = try StoreFile.resolve(path)
        try LogCheck.run(resolved)
        func source(_ mode: Connection.Mode) -> ConnectionSource {
            ConnectionSource(
                path: resolved, mode: mode,
                busyTimeoutMilliseconds: options.busyTimeoutMilliseconds)
        }
        guard readOnly else { return try open(source(.readWrite), options) }
        do throws(StoreError) {
            return try open(source(.readOnly), options)
        } catch {
            // The log's index lies beside the file, where this user may not make it.
            let isRefused = error.code == .readOnly || error.code == .io
            guard isRefused else { throw error }
            guard !StoreFile.hasLog(resolved) else { throw .unreadableLog(resolved) }
            return try open(source(.immutable), options)
        }
    }

    private static func open(
        _ source: ConnectionSource, _ options: StoreOptions
    ) throws(StoreError) -> SQLiteStore {
        try SchemaUpgrade.run(source)
        let store = try SQLiteStore(source, options)
        if options.checksPages { try store.checkPages() }
        return store
    }
}
