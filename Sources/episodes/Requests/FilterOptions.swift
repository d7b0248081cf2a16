import CommandLineKit
import EpisodeModel
import EpisodeProtocol

/// The options that choose episodes, the same for every command that has them.
struct FilterOptions {
    /// Everything but the domains, whose names only the server knows.
    private(set) var request = ListEpisodesRequest()
    /// As typed: ids, slugs and names.
    let domains: [String]
    /// Conditions as typed, in the order of the request's.
    let conditions: [String]

    init(_ command: ParsedCommand) throws(UsageError) {
        let words = command.positionals.joined(separator: " ")
        if let query = command.string("query") {
            guard command.positionals.isEmpty else {
                throw UsageError("--query: the words stand as arguments already; use one of both")
            }
            request.query = query
        } else {
            request.query = words
        }
        domains = command.strings("domain")
        request.difficulties = command.strings("difficulty")
            .compactMap(DifficultyNames.difficulty)
        request.contentTypes = command.strings("type")
        request.subscriptionTypes =
            command.strings("subscription") + (command.flag("free") ? ["free"] : [])
        request.features = command.strings("feature")
        for text in command.strings("id") {
            request.ids.append(try Identifiers.parse(text, label: "--id"))
        }
        conditions = command.strings("where")
        for text in conditions {
            request.predicates.append(try WhereCondition.parse(text))
        }
    }

    /// Whether everything is chosen.
    var isEmpty: Bool { domains.isEmpty && request == ListEpisodesRequest() }

    /// The value of `--sort`, checked.
    static func sort(_ command: ParsedCommand) throws(UsageError) -> String {
        let sort = command.string("sort") ?? ""
        do throws(EpisodeError) {
            _ = try SortKey.parse(sort)
            return sort
        } catch {
            throw UsageError("--sort: \(error.problem); \(error.remedy)")
        }
    }
}
