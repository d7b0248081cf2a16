internal import CatalogFormats

/// Turns JSON values into the bytes of messages.
struct MessageWriting {
    let schemas: MessageSchemas

    func bytes(
        _ value: JSONValue, of schema: MessageSchema, path: String, depth: Int
    ) throws(MessageJSONError) -> [UInt8] {
        guard depth <= MessageJSON.nestingMaximum else {
            throw MessageJSONError(
                path, "messages nest deeper than \(MessageJSON.nestingMaximum)")
        }
        if let known = WellKnownType(rawValue: schema.fullName) {
            return try wellKnown(known, value, of: schema, path: path, depth: depth)
        }
        guard case .object(let members) = value else {
            throw MessageJSONError(
                path, "\(value.kindName) stands where an object of \(schema.fullName) belongs")
        }
        return try bytes(members, of: schema, path: path, depth: depth)
    }

    /// Fields in the order of their numbers, whatever the order of the members.
    func bytes(
        _ members: [JSONValue.Member], of schema: MessageSchema, path: String, depth: Int
    ) throws(MessageJSONError) -> [UInt8] {
        var given: [UInt32: JSONValue.Member] = [:]
        var memberOfOneof: [Int: String] = [:]
        for member in members {
            guard let field = schema.field(named: member.name) else {
                throw Self.unknown(member.name, schema, path: path)
            }
            let inner = MessageReading.join(path, member.name)
            if let other = given.updateValue(member, forKey: field.number) {
                throw MessageJSONError(inner, "is the same field as '\(other.name)'; give it once")
            }
            guard member.value != .null, let oneof = field.oneofIndex else { continue }
            if let other = memberOfOneof.updateValue(member.name, forKey: oneof) {
                throw MessageJSONError(inner, "excludes '\(other)'; give one of them")
            }
        }
        var output = WireOutput()
        for field in schema.fields {
            guard let member = given[field.number] else { continue }
            try write(
                member.value, field, path: MessageReading.join(path, member.name), depth: depth,
                to: &output)
        }
        return output.bytes
    }

    private func write(
        _ value: JSONValue, _ field: FieldSchema, path: String, depth: Int,
        to output: inout WireOutput
    ) throws(MessageJSONError) {
        if value == .null, !Self.takesNull(field) { return }
        guard field.isRepeated else {
            return try writeOne(
                value, field, keepsDefault: field.hasPresence, path: path, depth: depth, &output)
        }
        if case .message(let type) = field.kind, let entry = schemas.messages[type],
            entry.isMapEntry
        {
            return try write(map: value, entry, field, path: path, depth: depth, to: &output)
        }
        guard case .array(let values) = value else {
            throw MessageJSONError(path, "\(value.kindName) stands where a list belongs")
        }
        if field.isPackable {
            var packed = WireOutput()
            for (index, value) in values.enumerated() {
                try writeNumber(value, field.kind, path: "\(path)[\(index)]", to: &packed)
            }
            if !packed.bytes.isEmpty { output.delimited(field.number, packed.bytes) }
            return
        }
        for (index, value) in values.enumerated() {
            try writeOne(
                value, field, keepsDefault: true, path: "\(path)[\(index)]", depth: depth, &output)
        }
    }

    private func write(
        map value: JSONValue, _ entry: MessageSchema, _ field: FieldSchema, path: String,
        depth: Int, to output: inout WireOutput
    ) throws(MessageJSONError) {
        guard case .object(let members) = value else {
            throw MessageJSONError(path, "\(value.kindName) stands where an object belongs")
        }
        for member in members {
            let inner = "\(path)[\"\(member.name.prefix(64))\"]"
            guard member.value != .null else { throw MessageJSONError(inner, "null is no value") }
            let isBoolean = entry.field(1)?.kind == .bool
            let key =
                isBoolean && member.name == "true"
                ? JSONValue.bool(true)
                : isBoolean && member.name == "false" ? .bool(false) : .string(member.name)
            let pair = [JSONValue.Member("key", key), JSONValue.Member("value", member.value)]
            output.delimited(
                field.number, try bytes(pair, of: entry, path: inner, depth: depth + 1))
        }
    }

    private func writeOne(
        _ value: JSONValue, _ field: FieldSchema, keepsDefault: Bool, path: String, depth: Int,
        _ output: inout WireOutput
    ) throws(MessageJSONError) {
        switch field.kind {
        case .message(let type):
            let schema = try schemas.required(type, path: path)
            output.delimited(
                field.number, try bytes(value, of: schema, path: path, depth: depth + 1))
        case .string, .bytes:
            let content = try content(value, field.kind, path: path)
            if keepsDefault || !content.isEmpty { output.delimited(field.number, content) }
        default:
            let bits = try bits(value, field.kind, path: path)
            guard keepsDefault || bits != 0 else { return }
            output.tag(field.number, FoundFields.layout(field.kind))
            Self.append(bits, field.kind, to: &output)
        }
    }

    private func writeNumber(
        _ value: JSONValue, _ kind: FieldSchema.Kind, path: String, to output: inout WireOutput
    ) throws(MessageJSONError) {
        Self.append(try bits(value, kind, path: path), kind, to: &output)
    }

    private static func append(
        _ bits: UInt64, _ kind: FieldSchema.Kind, to output: inout WireOutput
    ) {
        switch FoundFields.layout(kind) {
        case .fixed64: output.fixed(bits, byteCount: 8)
        case .fixed32: output.fixed(bits, byteCount: 4)
        default: output.varint(bits)
        }
    }

    private static func takesNull(_ field: FieldSchema) -> Bool {
        field.kind == .enumeration("google.protobuf.NullValue")
    }

    private static func unknown(
        _ name: String, _ schema: MessageSchema, path: String
    ) -> MessageJSONError {
        let known = schema.fields.map(\.jsonName).joined(separator: ", ")
        let remedy =
            known.isEmpty ? "\(schema.fullName) has no fields" : "fields here: \(known)"
        return MessageJSONError(
            MessageReading.join(path, String(name.prefix(64))), "is an unknown field (\(remedy))")
    }
}
