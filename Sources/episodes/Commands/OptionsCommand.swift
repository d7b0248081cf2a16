import CommandLineKit
import EpisodeClient
import EpisodeModel
import EpisodeProtocol
import RPCCore

/// `options`: every value that filters can select.
enum OptionsCommand {
    static func run(_ session: Session) async throws(Failure) {
        let answer = try await session.reply(
            "options", .getFilterOptions, [], MessageCoding.decodeFilterOptionsResponse)
        let settings = session.settings
        switch settings.format {
        case .table:
            try session.write(
                FacetOutput.table(answer.facets).text(
                    width: settings.width, emphasizesTitles: settings.usesBold))
        case .json, .yaml:
            try session.write(document(answer, settings.format))
        case .jsonl:
            try session.write(lines(answer.facets))
        case .csv, .tsv:
            try session.write(rows(answer.facets).text(settings.format))
        case .ids, .raw:
            try session.write(
                answer.facets.flatMap(\.values)
                    .map { TextEscaping.escaped($0.value) + "\n" }.joined())
        }
    }

    private static func rows(_ facets: [FacetCounts]) -> RowsOutput {
        RowsOutput(
            columns: ["facet", "value", "label", "count"],
            rows: facets.flatMap { counts in
                counts.values.map { [counts.facet.name, $0.value, $0.label, "\($0.count)"] }
            })
    }

    private static func lines(_ facets: [FacetCounts]) -> String {
        rows(facets).text(.jsonl)
    }

    private static func document(
        _ answer: FilterOptionsResponse, _ format: OutputFormat
    ) -> String {
        DocumentText.text(format) { writer in
            writer.object { writer in
                writer.key("facets")
                FacetOutput.write(answer.facets, to: &writer)
                writer.key("domains")
                writer.array { writer in
                    for domain in answer.domains { write(domain, to: &writer) }
                }
            }
        }
    }

    private static func write(_ domain: Domain, to writer: inout JSONWriter) {
        writer.object { writer in
            writer.key("id")
            writer.integer(domain.id)
            let texts = [
                ("name", domain.name), ("slug", domain.slug),
                ("description", domain.description), ("level", domain.level),
            ]
            for (name, text) in texts where !text.isEmpty {
                writer.key(name)
                writer.string(text)
            }
            if let ordinal = domain.ordinal {
                writer.key("ordinal")
                writer.integer(ordinal)
            }
        }
    }
}
