import MessageJSON

/// Declarations as rows: methods of services, fields of messages, values of enums, the name first.
enum DescriptionRows {
    static func methods(_ methods: [MethodSchema]) -> RowsOutput {
        RowsOutput(
            columns: ["method", "request", "response", "client_streaming", "server_streaming"],
            rows: methods.map { method in
                [
                    method.path, method.request, method.response, "\(method.isClientStreaming)",
                    "\(method.isServerStreaming)",
                ]
            })
    }

    static func fields(_ message: MessageSchema) -> RowsOutput {
        RowsOutput(
            columns: ["field", "number", "type", "repeated", "oneof"],
            rows: message.fields.map { field in
                let oneof = field.oneofIndex.flatMap { index in
                    message.oneofs.indices.contains(index) ? message.oneofs[index] : nil
                }
                return [
                    field.name, "\(field.number)", field.typeName, "\(field.isRepeated)",
                    oneof ?? "",
                ]
            })
    }

    static func values(_ schema: EnumSchema) -> RowsOutput {
        RowsOutput(
            columns: ["value", "number"], rows: schema.values.map { [$0.name, "\($0.number)"] })
    }
}
