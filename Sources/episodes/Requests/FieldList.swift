import CommandLineKit
import EpisodeModel

/// The fields that `--fields` names, in its order.
enum FieldList {
    /// - Throws: naming the first name that is no field.
    static func parse(_ text: String) throws(UsageError) -> [EpisodeField] {
        var fields: [EpisodeField] = []
        for part in text.split(separator: ",", omittingEmptySubsequences: false) {
            guard let field = EpisodeField(name: part) else {
                let names = EpisodeField.allCases.map(\.name)
                let shown = TextEscaping.escaped(String(part.prefix(64)))
                throw UsageError(
                    "--fields: unknown field '\(shown)'\(NearestName.hint(String(part), in: names))"
                        + " (fields: \(names.joined(separator: ", ")))")
            }
            if !fields.contains(field) { fields.append(field) }
        }
        return fields
    }
}
