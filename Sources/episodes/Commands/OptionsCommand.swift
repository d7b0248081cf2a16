import CommandLineKit
import EpisodeClient
import EpisodeModel
import EpisodeProtocol
import RPCCore

/// `options`: every value that filters can select.
enum OptionsCommand {
    static func run(_ session: Session) async throws(Failure) {
        let answer = try await session.timed("options") { (client) throws(RPCError) in
            try await client.filterOptions()
        }
        let settings = session.settings
        switch settings.format {
        case .table:
            try session.write(
                FacetOutput.table(answer.facets).text(
                    width: settings.width, emphasizesTitles: settings.usesBold))
        case .json:
            try session.write(document(answer))
        case .jsonl:
            try session.write(lines(answer.facets))
        case .csv:
            try session.write(
                answer.facets.reduce(into: CSVText.record(["facet", "value", "label", "count"])) {
                    text, counts in
                    for value in counts.values {
                        text += CSVText.record([
                            counts.facet.name, value.value, value.label, "\(value.count)",
                        ])
                    }
                })
        case .ids:
            try session.write(
                answer.facets.flatMap(\.values)
                    .map { TextEscaping.escaped($0.value) + "\n" }.joined())
        }
    }

    private static func lines(_ facets: [FacetCounts]) -> String {
        facets.flatMap { counts in
            counts.values.map { value in
                var writer = JSONWriter()
                writer.object { writer in
                    writer.key("facet")
                    writer.string(counts.facet.name)
                    writer.key("value")
                    writer.string(value.value)
                    writer.key("label")
                    writer.string(value.label)
                    writer.key("count")
                    writer.string("\(value.count)")
                }
                return writer.text + "\n"
            }
        }.joined()
    }

    private static func document(_ answer: FilterOptionsResponse) -> String {
        var writer = JSONWriter(isIndented: true)
        writer.object { writer in
            writer.key("facets")
            FacetOutput.write(answer.facets, to: &writer)
            writer.key("domains")
            writer.array { writer in
                for domain in answer.domains { write(domain, to: &writer) }
            }
        }
        return writer.text + "\n"
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
