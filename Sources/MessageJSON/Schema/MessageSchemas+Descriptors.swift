// Reads google/protobuf/descriptor.proto. Source:
// https://github.com/protocolbuffers/protobuf/blob/main/src/google/protobuf/descriptor.proto

extension MessageSchemas {
    /// FileDescriptorProto: 2 package, 4 message_type, 5 enum_type, 6 service, 12 syntax.
    mutating func add(_ file: WireMessage) throws(MessageJSONError) {
        let package = try file.text(2)
        let isProto3 = try file.text(12) == "proto3"
        for message in try file.messages(4) {
            try add(message: message, in: package, isProto3: isProto3, depth: 1)
        }
        for message in try file.messages(5) { try add(enumeration: message, in: package) }
        for message in try file.messages(6) { try add(service: message, in: package) }
    }

    /// DescriptorProto: 1 name, 2 field, 3 nested_type, 4 enum_type, 7 options, 8 oneof_decl.
    private mutating func add(
        message: WireMessage, in scope: String, isProto3: Bool, depth: Int
    ) throws(MessageJSONError) {
        guard depth <= MessageJSON.nestingMaximum else {
            throw MessageJSONError("", "the descriptors nest deeper than the rules allow")
        }
        let name = Self.join(scope, try message.text(1))
        var fields: [FieldSchema] = []
        for field in try message.messages(2) {
            guard let schema = try Self.field(field, isProto3: isProto3) else {
                throw MessageJSONError(name, "a field of this type cannot be read")
            }
            fields.append(schema)
        }
        var oneofs: [String] = []
        for oneof in try message.messages(8) { oneofs.append(try oneof.text(1)) }
        // MessageOptions: 7 map_entry.
        let isMapEntry = try message.messages(7).last?.number(7) == 1
        messages[name] = MessageSchema(
            fullName: name, fields: fields, oneofs: oneofs, isMapEntry: isMapEntry)
        for nested in try message.messages(3) {
            try add(message: nested, in: name, isProto3: isProto3, depth: depth + 1)
        }
        for nested in try message.messages(4) { try add(enumeration: nested, in: name) }
    }

    /// FieldDescriptorProto: 1 name, 3 number, 4 label (3 = repeated), 5 type, 6 type_name,
    /// 9 oneof_index, 10 json_name.
    private static func field(
        _ field: WireMessage, isProto3: Bool
    ) throws(MessageJSONError) -> FieldSchema? {
        let type = try field.number(5) ?? 0
        let oneof = try field.number(9)
        let isRepeated = try field.number(4) == 3
        return FieldSchema(
            number: UInt32(clamping: try field.number(3) ?? 0), name: try field.text(1),
            jsonName: try field.text(10), type: type,
            typeName: String(try field.text(6).drop { $0 == "." }), isRepeated: isRepeated,
            oneofIndex: oneof.map { Int(clamping: $0) },
            hasPresence: !isRepeated && (oneof != nil || type == 11 || !isProto3))
    }

    /// EnumDescriptorProto: 1 name, 2 value {1 name, 2 number}.
    private mutating func add(
        enumeration: WireMessage, in scope: String
    ) throws(MessageJSONError) {
        let name = Self.join(scope, try enumeration.text(1))
        var values: [EnumSchema.Value] = []
        for value in try enumeration.messages(2) {
            values.append(
                EnumSchema.Value(
                    name: try value.text(1),
                    number: Int32(truncatingIfNeeded: try value.number(2) ?? 0)))
        }
        enums[name] = EnumSchema(fullName: name, values: values)
    }

    /// ServiceDescriptorProto: 1 name, 2 method. MethodDescriptorProto: 1 name, 2 input_type,
    /// 3 output_type, 5 client_streaming, 6 server_streaming.
    private mutating func add(
        service: WireMessage, in scope: String
    ) throws(MessageJSONError) {
        let name = Self.join(scope, try service.text(1))
        var methods: [MethodSchema] = []
        for method in try service.messages(2) {
            methods.append(
                MethodSchema(
                    service: name, name: try method.text(1),
                    request: String(try method.text(2).drop { $0 == "." }),
                    response: String(try method.text(3).drop { $0 == "." }),
                    isClientStreaming: try method.number(5) == 1,
                    isServerStreaming: try method.number(6) == 1))
        }
        services.append(ServiceSchema(fullName: name, methods: methods))
    }

    private static func join(_ scope: String, _ name: String) -> String {
        scope.isEmpty ? name : "\(scope).\(name)"
    }
}
