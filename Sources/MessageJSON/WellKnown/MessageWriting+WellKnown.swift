internal import CatalogFormats

extension MessageWriting {
    func wellKnown(
        _ known: WellKnownType, _ value: JSONValue, of schema: MessageSchema, path: String,
        depth: Int
    ) throws(MessageJSONError) -> [UInt8] {
        switch known {
        case .timestamp, .duration:
            let example = known == .timestamp ? "2020-01-31T08:00:00Z" : "1.5s"
            guard case .string(let text) = value,
                let (seconds, nanoseconds) = known == .timestamp
                    ? TimestampText.parse(text) : DurationText.parse(text)
            else {
                throw MessageJSONError(
                    path,
                    "\(value.text().prefix(64)) is no \(known.rawValue); write it as "
                        + "\"\(example)\"")
            }
            var output = WireOutput()
            output.number(1, seconds)
            output.number(2, Int64(nanoseconds))
            return output.bytes
        case .fieldMask:
            guard case .string(let text) = value else {
                throw MessageJSONError(
                    path,
                    "\(value.kindName) stands where names of fields belong, such as "
                        + "\"id,releasedAt\"")
            }
            var output = WireOutput()
            for name in FieldMaskText.paths(text) { output.delimited(1, Array(name.utf8)) }
            return output.bytes
        case .any: return try any(value, path: path, depth: depth)
        default:
            return try bytes(
                [JSONValue.Member("value", value)], of: schema, path: path, depth: depth)
        }
    }

    private func any(
        _ value: JSONValue, path: String, depth: Int
    ) throws(MessageJSONError) -> [UInt8] {
        guard case .object(let members) = value else {
            throw MessageJSONError(path, "\(value.kindName) stands where an object belongs")
        }
        if members.isEmpty { return [] }
        guard case .string(let url)? = value["@type"], url.contains("/") else {
            throw MessageJSONError(
                path, "has no \"@type\", such as \"type.googleapis.com/google.rpc.BadRequest\"")
        }
        let schema = try schemas.required(AnyType.name(url), path: path)
        let content: [UInt8]
        if WellKnownType(rawValue: schema.fullName) == nil {
            content = try bytes(
                members.filter { $0.name != "@type" }, of: schema, path: path, depth: depth + 1)
        } else {
            if let other = members.first(where: { $0.name != "@type" && $0.name != "value" }) {
                throw MessageJSONError(
                    MessageReading.join(path, other.name), "is an unknown field (here: value)")
            }
            guard let inner = value["value"] else {
                throw MessageJSONError(path, "has no \"value\"")
            }
            content = try bytes(inner, of: schema, path: path, depth: depth + 1)
        }
        var output = WireOutput()
        output.delimited(1, Array(url.utf8))
        if !content.isEmpty { output.delimited(2, content) }
        return output.bytes
    }
}
