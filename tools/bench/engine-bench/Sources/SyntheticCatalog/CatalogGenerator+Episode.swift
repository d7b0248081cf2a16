public import EpisodeModel

extension CatalogGenerator {
    public func name(of row: SyntheticRow) -> String { text(row.name) }

    /// The words with a full stop; a run, if any, stands apart behind it.
    public func description(of row: SyntheticRow) -> String {
        var text = text(row.description) + "."
        if !row.run.isEmpty {
            text += " "
            text.unicodeScalars.append(contentsOf: row.run)
        }
        return text
    }

    private func text(_ ranks: [Int32]) -> String {
        var text = ""
        text.reserveCapacity(ranks.count * 9)
        for rank in ranks {
            if !text.isEmpty { text += " " }
            text += vocabulary.words[Int(rank)]
        }
        return text
    }

    /// The row as the engine takes it.
    public func episode(_ row: SyntheticRow) -> Episode {
        var episode = Episode(id: row.id, name: name(of: row))
        episode.description = description(of: row)
        episode.parentName = parentNames[row.parent]
        episode.domains = FacetValues.domains.enumerated()
            .filter { row.domains >> $0.offset & 1 == 1 }.map(\.element)
        episode.difficulty =
            Difficulty(name: FacetValues.difficulties[row.difficulty]) ?? .allLevels
        episode.contentType = FacetValues.contentTypes[row.contentType]
        episode.subscriptionType = FacetValues.subscriptionTypes[row.subscriptionType]
        episode.releasedAt = Timestamp(microsecondsSinceEpoch: row.releasedSeconds * 1_000_000)
        episode.popularity = row.popularity == 0 ? nil : Double(row.popularity)
        episode.durationSeconds = row.durationSeconds
        episode.features = FacetValues.features.enumerated()
            .filter { row.features >> $0.offset & 1 == 1 }.map(\.element)
        return episode
    }
}
