import CatalogFormats
import CommandLineKit
import MessageJSON

/// `describe`: what the contract declares.
struct DescribePlan {
    private let name: String?
    private let showsTemplate: Bool
    private let asksServer: Bool

    init(_ command: ParsedCommand) throws(UsageError) {
        showsTemplate = command.flag("template")
        asksServer = command.flag("reflect")
        name = command.positionals.first
        // What is compiled in can be looked up before anything else.
        if !asksServer { _ = try checkedTopic(.compiled) }
    }

    private func checkedTopic(_ schemas: MessageSchemas) throws(UsageError) -> DescribedTopic {
        let topic = try Self.topic(name, schemas)
        guard showsTemplate else { return topic }
        switch topic {
        case .method, .message: return topic
        default: throw UsageError("--template: name a method or a message, such as ListEpisodes")
        }
    }

    private static func topic(
        _ name: String?, _ schemas: MessageSchemas
    ) throws(UsageError) -> DescribedTopic {
        guard let name else { return .services(schemas.services) }
        let wanted = name.lowercased()
        func fits(_ fullName: String) -> Bool {
            fullName.lowercased() == wanted || fullName.lowercased().hasSuffix(".\(wanted)")
        }
        var found: [(name: String, topic: DescribedTopic)] = []
        found += schemas.services.filter { fits($0.fullName) }
            .map { ($0.fullName, .services([$0])) }
        found += schemas.methods(named: name).map { ($0.path, .method($0)) }
        found += schemas.messages.values.filter { fits($0.fullName) && !$0.isMapEntry }
            .map { ($0.fullName, .message($0)) }
        found += schemas.enums.values.filter { fits($0.fullName) }
            .map { ($0.fullName, .enumeration($0)) }
        if let exact = found.first(where: { $0.name == name }) { return exact.topic }
        let shown = TextEscaping.escaped(String(name.prefix(100)))
        guard found.count <= 1 else {
            let names = found.map(\.name).sorted().joined(separator: " or ")
            throw UsageError("NAME: '\(shown)' can be \(names)")
        }
        guard let only = found.first else {
            var names = schemas.services.map(\.fullName)
            names += schemas.services.flatMap(\.methods).map(\.name)
            let types = Array(schemas.messages.keys) + Array(schemas.enums.keys)
            names += types.sorted().compactMap { $0.split(separator: ".").last.map(String.init) }
            throw UsageError(
                "NAME: there is no service, method, message or enum '\(shown)'"
                    + NearestName.hint(name, in: names) + " ('episodes describe' lists services)")
        }
        return only.topic
    }

    func run(_ settings: Settings) async throws(Failure) -> ExitCode {
        let isRows = settings.isFormatChosen && [.csv, .tsv, .ids].contains(settings.format)
        guard !isRows || !showsTemplate else {
            throw Failure(
                .usage, status: "USAGE",
                message: "--template: a message has no rows; use --output json, jsonl or yaml")
        }
        let schemas = asksServer ? try await reflected(settings) : .compiled
        let topic: DescribedTopic
        do throws(UsageError) {
            topic = try checkedTopic(schemas)
        } catch {
            throw Failure(error)
        }
        let output = PagedOutput(settings)
        let format = settings.isFormatChosen ? settings.format : .table
        if showsTemplate {
            let template = try topic.template(schemas)
            try output.write(DocumentText.text(template, format == .table ? .json : format))
        } else if isRows {
            try output.write(topic.rows.text(format))
        } else if format == .table {
            try output.write(topic.text(schemas))
        } else {
            try output.write(DocumentText.text(topic.document, format))
        }
        try output.finish()
        return .ok
    }

    private func reflected(_ settings: Settings) async throws(Failure) -> MessageSchemas {
        var server = ReflectedSchemas(settings)
        return try await server.load()
    }
}
