import CatalogFormats
import CommandLineKit
import MessageJSON

/// `describe`: what the contract declares.
struct DescribePlan {
    private enum Topic {
        case services([ServiceSchema])
        case method(MethodSchema)
        case message(MessageSchema)
        case enumeration(EnumSchema)
    }

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

    private func checkedTopic(_ schemas: MessageSchemas) throws(UsageError) -> Topic {
        let topic = try Self.topic(name, schemas)
        guard showsTemplate else { return topic }
        switch topic {
        case .method, .message: return topic
        default: throw UsageError("--template: name a method or a message, such as ListEpisodes")
        }
    }

    private static func topic(
        _ name: String?, _ schemas: MessageSchemas
    ) throws(UsageError) -> Topic {
        guard let name else { return .services(schemas.services) }
        let wanted = name.lowercased()
        func fits(_ fullName: String) -> Bool {
            fullName.lowercased() == wanted || fullName.lowercased().hasSuffix(".\(wanted)")
        }
        var found: [(name: String, topic: Topic)] = []
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
        let schemas = asksServer ? try await reflected(settings) : .compiled
        let topic: Topic
        do throws(UsageError) {
            topic = try checkedTopic(schemas)
        } catch {
            throw Failure(error)
        }
        let output = PagedOutput(settings)
        let format = settings.isFormatChosen ? settings.format : .table
        if showsTemplate {
            let template = try Self.template(topic, schemas)
            try output.write(DocumentText.text(template, format == .table ? .json : format))
        } else if format == .table {
            try output.write(Self.text(topic, schemas))
        } else {
            try output.write(DocumentText.text(Self.document(topic), format))
        }
        try output.finish()
        return .ok
    }

    private func reflected(_ settings: Settings) async throws(Failure) -> MessageSchemas {
        var server = ReflectedSchemas(settings)
        return try await server.load()
    }

    private static func text(_ topic: Topic, _ schemas: MessageSchemas) -> String {
        switch topic {
        case .services(let services):
            services.map(ProtoText.service).joined(separator: "\n")
        case .method(let method): ProtoText.method(method, schemas)
        case .message(let message): ProtoText.message(message, schemas)
        case .enumeration(let schema): ProtoText.enumeration(schema)
        }
    }

    private static func document(_ topic: Topic) -> JSONValue {
        switch topic {
        case .services(let services): .array(services.map(DescriptionJSON.service))
        case .method(let method): DescriptionJSON.method(method)
        case .message(let message): DescriptionJSON.message(message)
        case .enumeration(let schema): DescriptionJSON.enumeration(schema)
        }
    }

    /// An empty message with every field that has a default.
    private static func template(
        _ topic: Topic, _ schemas: MessageSchemas
    ) throws(Failure) -> JSONValue {
        let type =
            switch topic {
            case .method(let method): method.request
            case .message(let message): message.fullName
            default: ""
            }
        do throws(MessageJSONError) {
            return try MessageJSON.value(
                [], type: type, includesDefaults: true, schemas: schemas)
        } catch {
            throw Failure(.internalError, status: "INTERNAL", message: "\(error)")
        }
    }
}
