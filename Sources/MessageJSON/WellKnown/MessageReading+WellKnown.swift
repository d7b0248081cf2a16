internal import CatalogFormats

extension MessageReading {
    func wellKnown(
        _ known: WellKnownType, _ message: WireMessage, of schema: MessageSchema, path: String,
        depth: Int
    ) throws(MessageJSONError) -> JSONValue {
        switch known {
        case .timestamp, .duration:
            let seconds = Int64(bitPattern: try message.number(1) ?? 0)
            let nanoseconds = Int32(truncatingIfNeeded: try message.number(2) ?? 0)
            let text =
                known == .timestamp
                ? TimestampText.text(seconds: seconds, nanoseconds: nanoseconds)
                : DurationText.text(seconds: seconds, nanoseconds: nanoseconds)
            guard let text else {
                throw MessageJSONError(
                    path,
                    "\(seconds) s and \(nanoseconds) ns are out of the range of \(known.rawValue)")
            }
            return .string(text)
        case .fieldMask:
            var paths: [String] = []
            for (index, text) in try texts(message, of: schema, path: path).enumerated() {
                guard let camel = FieldMaskText.camelCase(text) else {
                    throw MessageJSONError(
                        "\(path)[\(index)]", "'\(text.prefix(64))' has no form in JSON")
                }
                paths.append(camel)
            }
            return .string(paths.joined(separator: ","))
        case .any: return try any(message, path: path, depth: depth)
        default:
            let members = try self.members(
                message, of: schema, path: path, depth: depth, withDefaults: true)
            return members.first?.value ?? .null
        }
    }

    /// FieldMask: 1 paths.
    private func texts(
        _ message: WireMessage, of schema: MessageSchema, path: String
    ) throws(MessageJSONError) -> [String] {
        let members = try self.members(
            message, of: schema, path: path, depth: 1, withDefaults: false)
        guard case .array(let values)? = members.first?.value else { return [] }
        return values.compactMap { if case .string(let text) = $0 { text } else { nil } }
    }

    /// Any: 1 type_url, 2 value.
    private func any(
        _ message: WireMessage, path: String, depth: Int
    ) throws(MessageJSONError) -> JSONValue {
        let url = try message.text(1)
        let content = try message.messages(2).last ?? WireMessage([])
        if url.isEmpty {
            guard content.isAtEnd else {
                throw MessageJSONError(path, "the type of a google.protobuf.Any is missing")
            }
            return .object([])
        }
        let schema = try schemas.required(AnyType.name(url), path: path)
        let kind = JSONValue.Member("@type", .string(url))
        if WellKnownType(rawValue: schema.fullName) == nil {
            let inner = try members(
                content, of: schema, path: path, depth: depth + 1, withDefaults: includesDefaults)
            return .object([kind] + inner)
        }
        let inner = try value(content, of: schema, path: path, depth: depth + 1)
        return .object([kind, JSONValue.Member("value", inner)])
    }
}

enum AnyType {
    /// The full name that a type URL ends with.
    static func name(_ url: String) -> String {
        url.split(separator: "/", omittingEmptySubsequences: false).last.map(String.init) ?? url
    }
}
