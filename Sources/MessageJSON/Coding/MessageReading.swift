internal import CatalogFormats

/// Turns the bytes of messages into JSON values.
struct MessageReading {
    let schemas: MessageSchemas
    let includesDefaults: Bool

    /// A message as an object, or in the form of its own that its type has.
    func value(
        _ message: WireMessage, of schema: MessageSchema, path: String, depth: Int
    ) throws(MessageJSONError) -> JSONValue {
        guard depth <= MessageJSON.nestingMaximum else {
            throw MessageJSONError(
                path, "messages nest deeper than \(MessageJSON.nestingMaximum)")
        }
        if let known = WellKnownType(rawValue: schema.fullName) {
            return try wellKnown(known, message, of: schema, path: path, depth: depth)
        }
        return .object(
            try members(
                message, of: schema, path: path, depth: depth, withDefaults: includesDefaults))
    }

    /// The fields that a message has, in the order of their numbers.
    ///
    /// - Parameter withDefaults: also those that it has not, unless they have presence; says nothing
    ///   of the messages inside.
    func members(
        _ message: WireMessage, of schema: MessageSchema, path: String, depth: Int,
        withDefaults: Bool
    ) throws(MessageJSONError) -> [JSONValue.Member] {
        let found = try FoundFields(message, schema, path: path)
        var members: [JSONValue.Member] = []
        for field in schema.fields {
            let inner = Self.join(path, field.name)
            let elements = found.elements[field.number] ?? []
            if elements.isEmpty {
                if withDefaults, !field.hasPresence {
                    members.append(.init(field.jsonName, try defaultValue(field, inner)))
                }
                continue
            }
            if field.isRepeated {
                members.append(
                    .init(field.jsonName, try list(elements, message, field, inner, depth)))
                continue
            }
            if !field.hasPresence, !withDefaults, elements.last?.isDefault ?? true { continue }
            let value = try single(elements, message, field, inner, depth)
            members.append(.init(field.jsonName, value))
        }
        return members
    }

    /// A list, or an object when the field is a map.
    private func list(
        _ elements: [FoundFields.Element], _ message: WireMessage, _ field: FieldSchema,
        _ path: String, _ depth: Int
    ) throws(MessageJSONError) -> JSONValue {
        if let entry = mapEntry(field) {
            return try map(elements, message, entry, path, depth)
        }
        var values: [JSONValue] = []
        for (index, element) in elements.enumerated() {
            values.append(
                try self.element(element, message, field, "\(path)[\(index)]", depth))
        }
        return .array(values)
    }

    private func map(
        _ elements: [FoundFields.Element], _ message: WireMessage, _ entry: MessageSchema,
        _ path: String, _ depth: Int
    ) throws(MessageJSONError) -> JSONValue {
        var members: [JSONValue.Member] = []
        var places: [String: Int] = [:]
        for element in elements {
            guard case .bytes(let range) = element else { continue }
            let inner = WireMessage(message.bytes, range)
            let pair = try self.members(
                inner, of: entry, path: path, depth: depth + 1, withDefaults: true)
            let object = JSONValue.object(pair)
            let key = object["key"]
            let name =
                switch key {
                case .string(let text): text
                case .number(let number): number.text
                case .bool(let value): value ? "true" : "false"
                default: ""
                }
            let value: JSONValue
            if let given = object["value"] {
                value = given
            } else {
                value = try emptyValue(of: entry, path, depth)
            }
            let member = JSONValue.Member(name, value)
            if let place = places[name] {
                members[place] = member
            } else {
                places[name] = members.count
                members.append(member)
            }
        }
        return .object(members)
    }

    /// Of an entry without a value, which is a message then: all else has a default.
    private func emptyValue(
        of entry: MessageSchema, _ path: String, _ depth: Int
    ) throws(MessageJSONError) -> JSONValue {
        guard case .message(let type)? = entry.field(2)?.kind else { return .null }
        return try value(
            WireMessage([]), of: try schemas.required(type, path: path), path: path,
            depth: depth + 2)
    }

    /// The last value of a field; the parts of a message that came in several are one message.
    private func single(
        _ elements: [FoundFields.Element], _ message: WireMessage, _ field: FieldSchema,
        _ path: String, _ depth: Int
    ) throws(MessageJSONError) -> JSONValue {
        guard case .message(let type) = field.kind, elements.count > 1 else {
            return try element(elements[elements.count - 1], message, field, path, depth)
        }
        // Protobuf merges them, and parsing all their bytes as one does the same.
        var bytes: [UInt8] = []
        for case .bytes(let range) in elements { bytes += message.bytes[range] }
        return try value(
            WireMessage(bytes), of: try schemas.required(type, path: path), path: path,
            depth: depth + 1)
    }

    private func element(
        _ element: FoundFields.Element, _ message: WireMessage, _ field: FieldSchema,
        _ path: String, _ depth: Int
    ) throws(MessageJSONError) -> JSONValue {
        switch element {
        case .number(let bits): return scalar(bits, field.kind)
        case .bytes(let range):
            switch field.kind {
            case .message(let type):
                return try value(
                    WireMessage(message.bytes, range),
                    of: try schemas.required(type, path: path), path: path, depth: depth + 1)
            case .string:
                guard let text = String(validating: message.bytes[range], as: UTF8.self) else {
                    throw MessageJSONError(path, "the text is not valid UTF-8")
                }
                return .string(text)
            default: return .string(Base64.text(message.bytes[range]))
            }
        }
    }

    func mapEntry(_ field: FieldSchema) -> MessageSchema? {
        guard field.isRepeated, case .message(let type) = field.kind,
            let entry = schemas.messages[type], entry.isMapEntry
        else { return nil }
        return entry
    }

    private func defaultValue(
        _ field: FieldSchema, _ path: String
    ) throws(MessageJSONError) -> JSONValue {
        if field.isRepeated { return mapEntry(field) == nil ? .array([]) : .object([]) }
        switch field.kind {
        case .string, .bytes: return .string("")
        default: return scalar(0, field.kind)
        }
    }

    static func join(_ path: String, _ name: String) -> String {
        path.isEmpty ? name : "\(path).\(name)"
    }
}
