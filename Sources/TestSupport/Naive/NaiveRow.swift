import EpisodeModel

/// One row with its texts cut into units and its text sort keys folded.
struct NaiveRow {
    let episode: Episode
    let foldedName: [UInt8]
    let foldedParentName: [UInt8]
    let name: [NaiveText.Unit]
    /// The fields that a text query looks into besides the description, the name first.
    let narrow: [[NaiveText.Unit]]
    let description: [NaiveText.Unit]

    init(_ episode: Episode) {
        self.episode = episode
        foldedName = NaiveText.fold(episode.name)
        foldedParentName = NaiveText.fold(episode.parentName)
        name = NaiveText.units(episode.name)
        narrow =
            [name]
            + [episode.parentName, episode.technology, episode.contributors]
            .map { NaiveText.units($0) }
        description = NaiveText.units(episode.description)
    }
}

/// A text query, read once and asked of many rows.
struct NaiveTextQuery {
    /// Nil: no text filter.
    private let conditions: [NaiveText.Condition]?

    init(_ text: [UInt8]) {
        conditions = NaiveText.parse(String(decoding: text, as: UTF8.self))
    }

    /// The relevance class of a row; nil when it does not match. Without a text filter all rows are
    /// of one class.
    func relevanceClass(of row: NaiveRow) -> Int? {
        guard let conditions else { return 0 }
        guard !conditions.isEmpty,
            NaiveText.matches(fields: row.narrow + [row.description], conditions)
        else { return nil }
        return NaiveText.relevanceClass(name: row.name, narrow: row.narrow, conditions)
    }
}
