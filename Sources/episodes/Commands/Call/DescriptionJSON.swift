import CatalogFormats
import MessageJSON

/// Declarations for programs.
enum DescriptionJSON {
    static func service(_ service: ServiceSchema) -> JSONValue {
        .object([
            .init("service", .string(service.fullName)),
            .init("methods", .array(service.methods.map(method))),
        ])
    }

    static func method(_ method: MethodSchema) -> JSONValue {
        .object([
            .init("method", .string(method.path)), .init("request", .string(method.request)),
            .init("response", .string(method.response)),
            .init("client_streaming", .bool(method.isClientStreaming)),
            .init("server_streaming", .bool(method.isServerStreaming)),
        ])
    }

    static func message(_ message: MessageSchema) -> JSONValue {
        .object([
            .init("message", .string(message.fullName)),
            .init("fields", .array(message.fields.map { field($0, message) })),
        ])
    }

    private static func field(_ field: FieldSchema, _ message: MessageSchema) -> JSONValue {
        var members: [JSONValue.Member] = [
            .init("number", .number(JSONNumber(field.number))), .init("name", .string(field.name)),
            .init("json_name", .string(field.jsonName)), .init("type", .string(field.typeName)),
            .init("repeated", .bool(field.isRepeated)),
        ]
        if let oneof = field.oneofIndex, message.oneofs.indices.contains(oneof) {
            members.append(.init("oneof", .string(message.oneofs[oneof])))
        }
        return .object(members)
    }

    static func enumeration(_ schema: EnumSchema) -> JSONValue {
        .object([
            .init("enum", .string(schema.fullName)),
            .init(
                "values",
                .array(
                    schema.values.map {
                        .object([
                            .init("name", .string($0.name)),
                            .init("number", .number(JSONNumber($0.number))),
                        ])
                    })),
        ])
    }
}
