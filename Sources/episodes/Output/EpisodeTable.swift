import CommandLineKit
import EpisodeModel

/// Episodes as tables for people.
enum EpisodeTable {
    /// What the usual columns show.
    static let fieldsNeeded: [EpisodeField] = [
        .id, .name, .parentName, .domains, .difficulty, .releasedAt, .popularity, .duration,
    ]

    /// The usual columns; on narrow terminals the least important are left out first.
    static func table(_ episodes: [Episode], domains: DomainNames) -> TextTable {
        TextTable(
            columns: [
                TextTable.Column("ID", alignsRight: true),
                TextTable.Column("NAME", widthMinimum: 20),
                TextTable.Column("LEVEL", dropRank: 2),
                TextTable.Column("DOMAINS", widthMinimum: 10, dropRank: 3),
                TextTable.Column("RELEASED", dropRank: 1),
                TextTable.Column("POPULARITY", alignsRight: true, dropRank: 4),
                TextTable.Column("LENGTH", alignsRight: true, dropRank: 5),
            ],
            rows: episodes.map { episode in
                [
                    "\(episode.id)", FieldText.displayName(episode), episode.difficulty.label,
                    episode.domains.map(domains.name).joined(separator: ", "),
                    String(episode.releasedAt?.description.prefix(10) ?? ""),
                    episode.popularity.map(FieldText.number) ?? "",
                    episode.durationSeconds.map(FieldText.length) ?? "",
                ]
            })
    }

    /// Chosen fields as they are.
    static func table(_ episodes: [Episode], fields: [EpisodeField]) -> TextTable {
        TextTable(
            columns: fields.enumerated().map { index, field in
                let isNumber =
                    switch field.kind {
                    case .integer, .real: true
                    default: false
                    }
                return TextTable.Column(
                    field.name.uppercased(), alignsRight: isNumber,
                    widthMinimum: isNumber || field.kind == .timestamp ? nil : 8, dropRank: index)
            },
            rows: episodes.map { episode in fields.map { FieldText.text($0, of: episode) } })
    }

    /// One episode, a line for each field that has a value.
    static func record(
        _ episode: Episode, fields: [EpisodeField], domains: DomainNames
    ) -> [(name: String, value: String)] {
        fields.compactMap { field in
            let text =
                switch field {
                case .domains: episode.domains.map(domains.name).joined(separator: ", ")
                case .features: episode.features.joined(separator: ", ")
                case .duration: episode.durationSeconds.map(FieldText.length) ?? ""
                default: FieldText.text(field, of: episode)
                }
            return text.isEmpty ? nil : (field.name, text)
        }
    }
}
