public import CatalogFormats

/// Messages of the contract as JSON and back, by the canonical mapping of proto3.
///
/// Out: names in lowerCamelCase, 64-bit numbers as texts, enums by name, bytes in base64, fields
/// with their default left out, and the forms of their own that Timestamp, Duration, FieldMask, Any
/// and the wrappers have. In: original names too, enums by number too, 64-bit numbers as numbers
/// too; an unknown name is an error. Unknown fields on the wire are left out.
///
/// Source: https://protobuf.dev/programming-guides/json/
public enum MessageJSON {
    /// Messages inside each other, both ways. As the server has it.
    public static let nestingMaximum = 32
    /// Bytes of a message, both ways: more than any call may carry.
    public static let byteCountMaximum = 8 << 20

    /// A message as one JSON text.
    ///
    /// - Parameters:
    ///   - type: full name, such as `episodes.v1.ListEpisodesRequest`.
    ///   - isIndented: one member a line; otherwise one line.
    public static func encode(
        _ bytes: [UInt8], type: String, isIndented: Bool = false,
        schemas: MessageSchemas = .compiled
    ) throws(MessageJSONError) -> String {
        try value(bytes, type: type, schemas: schemas).text(isIndented: isIndented)
    }

    /// A message as a JSON value.
    ///
    /// - Parameter includesDefaults: fields that have no presence of their own stand there with
    ///   their default too.
    public static func value(
        _ bytes: [UInt8], type: String, includesDefaults: Bool = false,
        schemas: MessageSchemas = .compiled
    ) throws(MessageJSONError) -> JSONValue {
        guard bytes.count <= byteCountMaximum else {
            throw MessageJSONError(
                "", "the message has \(bytes.count) bytes; at most \(byteCountMaximum) are read")
        }
        let reading = MessageReading(schemas: schemas, includesDefaults: includesDefaults)
        return try reading.value(
            WireMessage(bytes), of: try schemas.required(type, path: ""), path: "", depth: 1)
    }

    /// The bytes of a message from a JSON text: fields in the order of their numbers, defaults left
    /// out.
    public static func decode(
        _ text: String, type: String, schemas: MessageSchemas = .compiled
    ) throws(MessageJSONError) -> [UInt8] {
        let value: JSONValue
        do throws(JSONFault) {
            value = try JSONValue(parsing: Array(text.utf8))
        } catch {
            throw MessageJSONError("", "not valid JSON: \(error)")
        }
        return try decode(value, type: type, schemas: schemas)
    }

    /// The bytes of a message from a JSON value.
    public static func decode(
        _ value: JSONValue, type: String, schemas: MessageSchemas = .compiled
    ) throws(MessageJSONError) -> [UInt8] {
        let schema = try schemas.required(type, path: "")
        let bytes = try MessageWriting(schemas: schemas).bytes(
            value, of: schema, path: "", depth: 1)
        guard bytes.count <= byteCountMaximum else {
            throw MessageJSONError(
                "", "the message has \(bytes.count) bytes; at most \(byteCountMaximum) are made")
        }
        return bytes
    }

    /// The bytes of a field of bytes from its JSON.
    public static func bytes(base64 text: String) throws(MessageJSONError) -> [UInt8] {
        guard let bytes = Base64.bytes(text) else {
            throw MessageJSONError("", "the text is no base64")
        }
        return bytes
    }

    /// The paths that the JSON of a google.protobuf.FieldMask names, as the proto file spells them.
    public static func paths(ofFieldMask text: String) -> [String] { FieldMaskText.paths(text) }

    /// Full names of what a method takes and gives; nil when the contract has no such method.
    /// - Parameter name: as `MessageSchemas.method(named:)` takes it.
    public static func types(
        ofMethod name: String
    ) -> (request: String, response: String)? {
        MessageSchemas.compiled.method(named: name).map { ($0.request, $0.response) }
    }
}
