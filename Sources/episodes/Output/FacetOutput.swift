import CommandLineKit
import EpisodeModel

/// Facet counts as JSON and as tables.
enum FacetOutput {
    static func write(_ facets: [FacetCounts], to writer: inout JSONWriter) {
        writer.array { writer in
            for counts in facets {
                writer.object { writer in
                    writer.key("facet")
                    writer.string(counts.facet.name)
                    writer.key("values")
                    writer.array { writer in
                        for value in counts.values { write(value, to: &writer) }
                    }
                }
            }
        }
    }

    private static func write(_ value: FacetValue, to writer: inout JSONWriter) {
        writer.object { writer in
            writer.key("value")
            writer.string(value.value)
            writer.key("label")
            writer.string(value.label)
            writer.key("count")
            writer.string("\(value.count)")
            if value.isSelected {
                writer.key("selected")
                writer.bool(true)
            }
        }
    }

    /// One table over all facets; a selected value has a mark.
    static func table(_ facets: [FacetCounts]) -> TextTable {
        TextTable(
            columns: [
                TextTable.Column("FACET"), TextTable.Column("VALUE", widthMinimum: 8),
                TextTable.Column("LABEL", widthMinimum: 8, dropRank: 1),
                TextTable.Column("EPISODES", alignsRight: true),
            ],
            rows: facets.flatMap { counts in
                counts.values.map { value in
                    [
                        counts.facet.name, (value.isSelected ? "* " : "") + value.value,
                        value.label == value.value ? "" : value.label, "\(value.count)",
                    ]
                }
            })
    }
}
