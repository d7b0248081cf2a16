internal import EpisodeModel

/// Episodes as rows. Ids and video identifiers above 2^63 - 1 have the negative number of the same
/// 64 bits, as SQLite's integers are signed.
extension RowBuffer {
    mutating func set(_ episode: Episode) {
        begin(id: Int64(bitPattern: episode.id))
        append(episode.name)
        append(episode.description)
        append(episode.descriptionHTML)
        append(episode.parentName)
        appendText { ListText.append(episode.domains, to: &$0) }
        append(episode.difficulty.name)
        append(episode.contentType)
        append(episode.subscriptionType)
        append(episode.releasedAt?.microsecondsSinceEpoch)
        append(episode.popularity)
        append(episode.durationSeconds.map(Int64.init))
        append(episode.videoIdentifier.map { Int64(bitPattern: $0) })
        appendText { ListText.append(episode.features, to: &$0) }
        append(episode.uri)
        append(episode.artworkURL)
        append(episode.technology)
        append(episode.contributors)
        append(episode.ordinal.map(Int64.init))
        append(episode.streamURL)
    }

    mutating func set(_ domain: Domain) {
        begin(id: Int64(domain.id))
        append(domain.name)
        append(domain.slug)
        append(domain.description)
        append(domain.level)
        append(domain.ordinal.map(Int64.init))
    }
}

extension Statement {
    /// The episode that a selection stands on.
    func episode() throws(StoreError) -> Episode {
        var reader = RowReader(self)
        var episode = Episode(id: UInt64(bitPattern: reader.integer() ?? 0), name: reader.text())
        episode.description = reader.text()
        episode.descriptionHTML = reader.text()
        episode.parentName = reader.text()
        episode.domains = reader.numbers()
        let difficulty = reader.difficulty()
        episode.difficulty = difficulty ?? .allLevels
        episode.contentType = reader.text()
        episode.subscriptionType = reader.text()
        let released = reader.integer()
        episode.releasedAt = released.flatMap { Timestamp(microsecondsSinceEpoch: $0) }
        episode.popularity = reader.real()
        episode.durationSeconds = reader.number(UInt32.self)
        episode.videoIdentifier = reader.integer().map { UInt64(bitPattern: $0) }
        episode.features = reader.texts()
        episode.uri = reader.text()
        episode.artworkURL = reader.text()
        episode.technology = reader.text()
        episode.contributors = reader.text()
        episode.ordinal = reader.number(UInt32.self)
        episode.streamURL = reader.text()
        _ = try reader.finish(.episodes)
        let isWhole = (released == nil) == (episode.releasedAt == nil) && difficulty != nil
        guard isWhole, episode.id != 0, episode.popularity?.isFinite ?? true else {
            throw .damaged(
                connection.path, "the row \(episode.id) of episodes holds impossible values")
        }
        return episode
    }

    /// The domain that a selection stands on.
    func domain() throws(StoreError) -> Domain {
        var reader = RowReader(self)
        var domain = Domain(id: reader.number(UInt32.self) ?? 0, name: reader.text())
        domain.slug = reader.text()
        domain.description = reader.text()
        domain.level = reader.text()
        domain.ordinal = reader.number(UInt32.self)
        _ = try reader.finish(.domains)
        return domain
    }
}

extension RowReader {
    fileprivate mutating func difficulty() -> Difficulty? {
        unsafe withBytes { bytes in
            for difficulty in Difficulty.allCases {
                if unsafe difficulty.name.utf8.elementsEqual(bytes) { return difficulty }
            }
            return nil
        }
    }
}
