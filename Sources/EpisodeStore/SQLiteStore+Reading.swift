internal import EpisodeModel

extension SQLiteStore {
    public func revision() throws(StoreError) -> UInt64 {
        try look().revision
    }

    public func episodeCount() throws(StoreError) -> Int {
        try look().episodeCount
    }

    private func look() throws(StoreError) -> CatalogState {
        let state = try readers.read { _, state in state }
        note(state)
        return state
    }

    public func readAll(
        _ sink: (StoredRow) throws(StoreError) -> Void
    ) throws(StoreError) -> UInt64 {
        try readers.read { reader, state throws(StoreError) in
            note(state)
            try readDomains(reader, state) { domain throws(StoreError) in
                try sink(.domain(domain))
            }
            var count = 0
            for statement in reader.episodes {
                defer { statement.reset() }
                while try statement.step() {
                    try sink(.episode(try statement.episode()))
                    count += 1
                }
            }
            guard count == state.episodeCount else {
                throw .damaged(path, "has \(count) episodes where \(state.episodeCount) should be")
            }
            return state.revision
        }
    }

    private func readDomains(
        _ reader: Reader, _ state: CatalogState, _ sink: (Domain) throws(StoreError) -> Void
    ) throws(StoreError) {
        defer { reader.domains.reset() }
        var count = 0
        while try reader.domains.step() {
            try sink(try reader.domains.domain())
            count += 1
        }
        guard count == state.domainCount else {
            throw .damaged(path, "has \(count) domains where \(state.domainCount) should be")
        }
    }

    public func changes(
        after revision: UInt64, episodeCountMaximum: Int
    ) throws(StoreError) -> StoreChangesAnswer {
        let before = identity
        return try readers.read { reader, state throws(StoreError) in
            note(state)
            guard state.identity == before, revision >= state.horizon, revision <= state.revision
            else { return .gone }
            let maximum = min(max(0, episodeCountMaximum), CatalogLimits.rowCountMaximum)
            guard
                let episodes = try changedEpisodes(reader, after: revision, maximum),
                let ids = try deletedIDs(reader, after: revision, maximum - episodes.count)
            else { return .gone }
            var domains: [Domain]?
            if state.domainsRevision > revision {
                var all: [Domain] = []
                try readDomains(reader, state) { all.append($0) }
                domains = all
            }
            return .changes(
                StoreChanges(
                    identity: state.identity, revision: state.revision, episodes: episodes,
                    deletedIDs: ids, domains: domains))
        }
    }

    /// Nil when there are more than the maximum.
    private func changedEpisodes(
        _ reader: Reader, after revision: UInt64, _ maximum: Int
    ) throws(StoreError) -> [Episode]? {
        let statement = reader.changedEpisodes
        statement.bind(Int64(bitPattern: revision), at: 1)
        statement.bind(Int64(maximum) + 1, at: 2)
        defer { statement.reset() }
        var episodes: [Episode] = []
        while try statement.step() {
            guard episodes.count < maximum else { return nil }
            episodes.append(try statement.episode())
        }
        return episodes
    }

    private func deletedIDs(
        _ reader: Reader, after revision: UInt64, _ maximum: Int
    ) throws(StoreError) -> [UInt64]? {
        let statement = reader.changedTombstones
        statement.bind(Int64(bitPattern: revision), at: 1)
        statement.bind(Int64(maximum) + 1, at: 2)
        defer { statement.reset() }
        var ids: [UInt64] = []
        while try statement.step() {
            guard ids.count < maximum else { return nil }
            ids.append(UInt64(bitPattern: statement.integer(0)))
        }
        return ids
    }
}
