import CommandLineKit
import EpisodeModel

/// The facets that `--facets` names.
enum FacetList {
    static func parse(_ text: String) throws(UsageError) -> [Facet] {
        if text == "all" { return Facet.allCases }
        var facets: [Facet] = []
        for part in text.split(separator: ",", omittingEmptySubsequences: false) {
            guard let facet = Facet.allCases.first(where: { $0.name == part }) else {
                let names = Facet.allCases.map(\.name)
                let shown = TextEscaping.escaped(String(part.prefix(64)))
                throw UsageError(
                    "--facets: unknown facet '\(shown)'\(NearestName.hint(String(part), in: names))"
                        + " (facets: all, \(names.joined(separator: ", ")))")
            }
            if !facets.contains(facet) { facets.append(facet) }
        }
        return facets
    }
}
