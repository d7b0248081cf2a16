import CatalogFormats
import CommandLineKit
import EpisodeProtocol

/// What `export` has to do.
struct ExportPlan {
    /// Everything but the domains, whose names only the server knows.
    let request: ListEpisodesRequest
    /// As typed: ids, slugs and names.
    let domains: [String]
    let choosesAll: Bool
    let format: CatalogFormat
    /// Nil = standard output.
    let path: String?
    /// Nil = ask the server.
    let storePath: String?

    init(_ command: ParsedCommand) throws(UsageError) {
        let filters = try FilterOptions(command)
        choosesAll = filters.isEmpty
        var request = filters.request
        request.sort = try FilterOptions.sort(command)
        self.request = request
        domains = filters.domains
        storePath = command.string("store")
        let file = command.string("file") ?? "-"
        guard !file.isEmpty else { throw command.invalid("file", "is empty; name a file, or -") }
        path = file == "-" ? nil : file
        format = try Self.format(command, file)
        guard storePath != nil else { return }
        guard choosesAll else {
            throw UsageError(
                "--store: a store is exported as a whole; leave out the filters, or ask a server "
                    + "that serves it")
        }
        guard command.origin(of: "sort") == .defaultValue else {
            throw UsageError("--store: a store is exported by id; leave out --sort")
        }
    }

    /// `--format`, or `-o` by habit, or the ending of the file.
    private static func format(
        _ command: ParsedCommand, _ file: String
    ) throws(UsageError) -> CatalogFormat {
        let chosen = command.string("format").flatMap(CatalogFormat.init)
        if command.origin(of: "output") == .commandLine, let name = command.string("output") {
            guard let habit = CatalogFormat(rawValue: name) else {
                throw UsageError(
                    "-o: an export cannot be '\(name)'; use --format "
                        + CatalogFormat.allCases.map(\.rawValue).joined(separator: ", "))
            }
            guard chosen == nil || chosen == habit else {
                throw UsageError("--format: -o says another one; leave out one of the two")
            }
            return habit
        }
        let ending = file.split(separator: ".").last.map { $0.lowercased() } ?? ""
        return chosen ?? CatalogFormat(rawValue: ending) ?? .jsonl
    }
}
