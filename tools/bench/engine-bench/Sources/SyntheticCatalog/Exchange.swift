internal import EpisodeModel

/// The plain forms that a catalogue and its queries are written in for other programs.
public enum Exchange {
    /// A row as one line: id, signature, seconds, popularity and all its text, tabs between.
    public static func tabbedLine(_ row: SyntheticRow, of generator: CatalogGenerator) -> String {
        "\(row.id)\t\(row.signature)\t\(row.releasedSeconds)\t\(row.popularity)\t"
            + generator.name(of: row) + " " + generator.description(of: row) + " "
            + generator.parentNames[row.parent] + "\n"
    }

    /// A query as one line: number, class, order (0 id, 1 popularity, 2 release; both descending),
    /// skip, page size, alternatives of domain, difficulty, content type and subscription type and
    /// the features as bits of the signature, whether the last word is a beginning, words.
    public static func tabbedLine(_ query: SyntheticQuery) -> String {
        let columns: [any CustomStringConvertible] = [
            query.number, query.queryClass, query.order.rawValue, query.skip, query.pageSize,
            query.domains, query.difficulties << 6, query.contentTypes << 10,
            query.subscriptionTypes << 14, query.features << 17, query.endsInBeginning ? 1 : 0,
            query.words.joined(separator: " "),
        ]
        return columns.map(\.description).joined(separator: "\t") + "\n"
    }

    /// A row as one line of JSON, in the form that catalogues are imported from.
    public static func jsonLine(_ row: SyntheticRow, of generator: CatalogGenerator) -> String {
        let episode = generator.episode(row)
        var line = "{\"id\":\"\(row.id)\",\"name\":\"\(episode.name)\""
        line += ",\"description\":\"\(episode.description)\""
        line += ",\"parent_name\":\"\(episode.parentName)\""
        line += ",\"domain_ids\":[" + episode.domains.map { "\"\($0)\"" }.joined(separator: ",")
        let difficulty = FacetValues.difficulties[row.difficulty]
        line += "],\"difficulty\":" + (difficulty.isEmpty ? "null" : "\"\(difficulty)\"")
        line += ",\"content_type\":\"\(episode.contentType)\""
        line += ",\"subscription_type\":\"\(episode.subscriptionType)\""
        line += ",\"released_at\":\"\(rfc3339(row.releasedSeconds))\""
        line += ",\"popularity\":\(row.popularity),\"duration\":\(row.durationSeconds)"
        line += ",\"features\":[" + episode.features.map { "\"\($0)\"" }.joined(separator: ",")
        return line + "]}\n"
    }

    /// The civil date of a day number, after
    /// https://howardhinnant.github.io/date_algorithms.html#civil_from_days
    private static func rfc3339(_ seconds: Int64) -> String {
        let days = seconds / 86_400 + 719_468
        let dayOfEra = days % 146_097
        let yearOfEra =
            (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let shifted = (5 * dayOfYear + 2) / 153
        let day = dayOfYear - (153 * shifted + 2) / 5 + 1
        let month = shifted < 10 ? shifted + 3 : shifted - 9
        let year = yearOfEra + days / 146_097 * 400 + (month <= 2 ? 1 : 0)
        let clock = seconds % 86_400
        return "\(year)-\(two(month))-\(two(day))T\(two(clock / 3_600)):\(two(clock % 3_600 / 60))"
            + ":\(two(clock % 60))Z"
    }

    private static func two(_ number: Int64) -> String { number < 10 ? "0\(number)" : "\(number)" }
}
