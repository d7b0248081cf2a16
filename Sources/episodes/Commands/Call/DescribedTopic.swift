import CatalogFormats
import CommandLineKit
import MessageJSON

/// What `describe` shows.
enum DescribedTopic {
    case services([ServiceSchema])
    case method(MethodSchema)
    case message(MessageSchema)
    case enumeration(EnumSchema)

    func text(_ schemas: MessageSchemas) -> String {
        switch self {
        case .services(let services):
            services.map(ProtoText.service).joined(separator: "\n")
        case .method(let method): ProtoText.method(method, schemas)
        case .message(let message): ProtoText.message(message, schemas)
        case .enumeration(let schema): ProtoText.enumeration(schema)
        }
    }

    var rows: RowsOutput {
        switch self {
        case .services(let services): DescriptionRows.methods(services.flatMap(\.methods))
        case .method(let method): DescriptionRows.methods([method])
        case .message(let message): DescriptionRows.fields(message)
        case .enumeration(let schema): DescriptionRows.values(schema)
        }
    }

    var document: JSONValue {
        switch self {
        case .services(let services): .array(services.map(DescriptionJSON.service))
        case .method(let method): DescriptionJSON.method(method)
        case .message(let message): DescriptionJSON.message(message)
        case .enumeration(let schema): DescriptionJSON.enumeration(schema)
        }
    }

    /// An empty message with every field that has a default.
    func template(_ schemas: MessageSchemas) throws(Failure) -> JSONValue {
        let type =
            switch self {
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
