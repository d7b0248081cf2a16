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

    private let topic: Topic
    private let showsTemplate: Bool

    init(_ command: ParsedCommand) throws(UsageError) {
        showsTemplate = command.flag("template")
        topic = try Self.topic(command.positionals.first)
        guard showsTemplate else { return }
        switch topic {
        case .method, .message: break
        default: throw UsageError("--template: name a method or a message, such as ListEpisodes")
        }
    }

    private static func topic(_ name: String?) throws(UsageError) -> Topic {
        let schemas = MessageSchemas.compiled
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

    func run(_ settings: Settings) throws(Failure) -> ExitCode {
        let output = PagedOutput(settings)
        try output.write(try text(settings.isFormatChosen ? settings.format : .table))
        try output.finish()
        return .ok
    }

    private func text(_ format: OutputFormat) throws(Failure) -> String {
        if showsTemplate {
            return DocumentText.text(try template(), format == .table ? .json : format)
        }
        guard format == .table else { return DocumentText.text(document, format) }
        switch topic {
        case .services(let services):
            return services.map(ProtoText.service).joined(separator: "\n")
        case .method(let method):
            return ProtoText.method(method, MessageSchemas.compiled)
        case .message(let message): return ProtoText.message(message, MessageSchemas.compiled)
        case .enumeration(let schema): return ProtoText.enumeration(schema)
        }
    }

    private var document: JSONValue {
        switch topic {
        case .services(let services): .array(services.map(DescriptionJSON.service))
        case .method(let method): DescriptionJSON.method(method)
        case .message(let message): DescriptionJSON.message(message)
        case .enumeration(let schema): DescriptionJSON.enumeration(schema)
        }
    }

    /// An empty message with every field that has a default.
    private func template() throws(Failure) -> JSONValue {
        let type =
            switch topic {
            case .method(let method): method.request
            case .message(let message): message.fullName
            default: ""
            }
        do throws(MessageJSONError) {
            return try MessageJSON.value([], type: type, includesDefaults: true)
        } catch {
            throw Failure(.internalError, status: "INTERNAL", message: "\(error)")
        }
    }
}
