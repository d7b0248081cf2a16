import CommandLineKit
import EpisodeModel

/// Writes episodes page by page in one of the formats. Tables wait for the last page, because their
/// columns are as wide as the widest value.
struct EpisodeOutput {
    /// What stands in a JSON document beside the episodes.
    typealias Trailer = (inout JSONWriter) -> Void

    let settings: Settings
    /// Chosen by the user; nil = the format's own choice.
    let fields: [EpisodeField]?
    private var held: [Episode] = []
    private var hasBegun = false

    init(settings: Settings, fields: [EpisodeField]?) {
        self.settings = settings
        self.fields = fields
    }

    private var allFields: [EpisodeField] { fields ?? EpisodeField.allCases }

    /// Text for the next page.
    mutating func add(_ episodes: [Episode]) -> String {
        let begins = !hasBegun
        hasBegun = true
        switch settings.format {
        case .table, .json, .yaml, .raw:
            held += episodes
            return ""
        case .jsonl:
            return episodes.map { EpisodeJSON.line($0, fields: allFields) }.joined()
        case .csv:
            let header = begins ? CSVText.record(allFields.map(\.name)) : ""
            return episodes.reduce(into: header) { text, episode in
                text += CSVText.record(allFields.map { FieldText.text($0, of: episode) })
            }
        case .tsv:
            let header = begins ? TSVText.record(allFields.map(\.name)) : ""
            return episodes.reduce(into: header) { text, episode in
                text += TSVText.record(allFields.map { FieldText.text($0, of: episode) })
            }
        case .ids:
            return episodes.map { "\($0.id)\n" }.joined()
        }
    }

    /// Text for the end.
    mutating func end(domains: DomainNames, trailer: Trailer) -> String {
        switch settings.format {
        case .table:
            let table =
                fields.map { EpisodeTable.table(held, fields: $0) }
                ?? EpisodeTable.table(held, domains: domains)
            guard !held.isEmpty else { return "" }
            return table.text(width: settings.width, emphasizesTitles: settings.usesBold)
        case .json, .yaml:
            return DocumentText.text(settings.format) { writer in
                writer.object { writer in
                    writer.key("episodes")
                    writer.array { writer in
                        for episode in held {
                            EpisodeJSON.write(episode, fields: allFields, to: &writer)
                        }
                    }
                    trailer(&writer)
                }
            }
        case .csv:
            return hasBegun ? "" : CSVText.record(allFields.map(\.name))
        case .tsv:
            return hasBegun ? "" : TSVText.record(allFields.map(\.name))
        case .jsonl, .ids, .raw:
            return ""
        }
    }

    /// Whether the table of the usual columns is made, which shows domains by name.
    var needsDomainNames: Bool {
        settings.format == .table && fields == nil && held.contains { !$0.domains.isEmpty }
    }
}
