import CommandLineKit
import MessageJSON

/// Declarations in the language of proto files. A server may have told their names, so control
/// characters in them become escapes.
enum ProtoText {
    static func service(_ service: ServiceSchema) -> String {
        let methods = service.methods.map { "  \(signature($0))\n" }.joined()
        return "service \(safe(service.fullName)) {\n\(methods)}\n"
    }

    private static func safe(_ name: String) -> String { TextEscaping.escaped(name) }

    private static func signature(_ method: MethodSchema) -> String {
        let request = (method.isClientStreaming ? "stream " : "") + safe(method.request)
        let response = (method.isServerStreaming ? "stream " : "") + safe(method.response)
        return "rpc \(safe(method.name))(\(request)) returns (\(response));"
    }

    /// With its request and reply.
    static func method(_ method: MethodSchema, _ schemas: MessageSchemas) -> String {
        var text = "// \(safe(method.path))\n\(signature(method))\n"
        for name in [method.request, method.response] {
            guard let message = schemas.messages[name] else { continue }
            text += "\n" + self.message(message, schemas)
        }
        return text
    }

    static func message(_ message: MessageSchema, _ schemas: MessageSchemas) -> String {
        var text = "message \(safe(message.fullName)) {\n"
        var openOneof: Int?
        for field in message.fields {
            let oneof = field.oneofIndex.flatMap { isOptional(field, message) ? nil : $0 }
            if oneof != openOneof {
                if openOneof != nil { text += "  }\n" }
                if let oneof { text += "  oneof \(safe(message.oneofs[oneof])) {\n" }
                openOneof = oneof
            }
            text += (oneof == nil ? "  " : "    ") + declaration(field, message, schemas) + "\n"
        }
        if openOneof != nil { text += "  }\n" }
        return text + "}\n"
    }

    /// `optional` is a oneof of one field on the wire.
    private static func isOptional(_ field: FieldSchema, _ message: MessageSchema) -> Bool {
        guard let index = field.oneofIndex, message.oneofs.indices.contains(index) else {
            return true
        }
        return message.oneofs[index] == "_\(field.name)"
    }

    private static func declaration(
        _ field: FieldSchema, _ message: MessageSchema, _ schemas: MessageSchemas
    ) -> String {
        var label = field.isRepeated ? "repeated " : ""
        if field.oneofIndex != nil, isOptional(field, message) { label = "optional " }
        var type = field.typeName
        if case .message(let name) = field.kind, let entry = schemas.messages[name],
            entry.isMapEntry, let key = entry.field(1), let value = entry.field(2)
        {
            (label, type) = ("", "map<\(key.typeName), \(value.typeName)>")
        }
        return "\(label)\(safe(type)) \(safe(field.name)) = \(field.number);"
    }

    static func enumeration(_ schema: EnumSchema) -> String {
        let values = schema.values.map { "  \(safe($0.name)) = \($0.number);\n" }.joined()
        return "enum \(safe(schema.fullName)) {\n\(values)}\n"
    }
}
