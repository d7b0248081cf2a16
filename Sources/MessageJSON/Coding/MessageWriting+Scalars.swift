internal import CatalogFormats

extension MessageWriting {
    /// A number as it stands on the wire.
    func bits(
        _ value: JSONValue, _ kind: FieldSchema.Kind, path: String
    ) throws(MessageJSONError) -> UInt64 {
        switch kind {
        case .double:
            return try real(value, Double.self, path: path).bitPattern
        case .float:
            return UInt64(try real(value, Float.self, path: path).bitPattern)
        case .bool:
            guard case .bool(let isTrue) = value else {
                throw MessageJSONError(
                    path, "\(value.kindName) stands where true or false belongs")
            }
            return isTrue ? 1 : 0
        case .enumeration(let type): return try enumeration(value, type, path: path)
        case .int32: return Self.extended(try integer(value, Int32.self, path: path))
        case .sfixed32:
            return UInt64(UInt32(bitPattern: try integer(value, Int32.self, path: path)))
        case .sint32: return Self.zigzag(Int64(try integer(value, Int32.self, path: path)))
        case .int64, .sfixed64: return Self.extended(try integer(value, Int64.self, path: path))
        case .sint64: return Self.zigzag(try integer(value, Int64.self, path: path))
        case .uint32, .fixed32: return UInt64(try integer(value, UInt32.self, path: path))
        case .uint64, .fixed64: return try integer(value, UInt64.self, path: path)
        case .string, .bytes, .message: return 0
        }
    }

    /// The bytes of a text or of bytes.
    func content(
        _ value: JSONValue, _ kind: FieldSchema.Kind, path: String
    ) throws(MessageJSONError) -> [UInt8] {
        guard case .string(let text) = value else {
            throw MessageJSONError(path, "\(value.kindName) stands where a text belongs")
        }
        guard kind == .bytes else { return Array(text.utf8) }
        guard let bytes = Base64.bytes(text) else {
            throw MessageJSONError(path, "the text is no base64")
        }
        return bytes
    }

    /// A whole number, also as a text.
    func integer<Number: FixedWidthInteger>(
        _ value: JSONValue, _ type: Number.Type, path: String
    ) throws(MessageJSONError) -> Number {
        let range = "a whole number from \(Number.min) to \(Number.max)"
        let number: JSONNumber?
        switch value {
        case .number(let given): number = given
        case .string(let text): number = JSONNumber(text)
        default: throw MessageJSONError(path, "\(value.kindName) stands where \(range) belongs")
        }
        guard let (isNegative, magnitude) = number?.wholeNumber else {
            throw MessageJSONError(path, "\(value.text().prefix(64)) is not \(range)")
        }
        let result =
            isNegative
            ? magnitude == 1 << 63
                ? Number(exactly: Int64.min)
                : Int64(exactly: magnitude).flatMap { Number(exactly: -$0) }
            : Number(exactly: magnitude)
        guard let result else {
            throw MessageJSONError(path, "\(value.text().prefix(64)) is not \(range)")
        }
        return result
    }

    private func real<Number: BinaryFloatingPoint & LosslessStringConvertible>(
        _ value: JSONValue, _ type: Number.Type, path: String
    ) throws(MessageJSONError) -> Number {
        let number: JSONNumber?
        switch value {
        case .string("NaN"): return .nan
        case .string("Infinity"): return .infinity
        case .string("-Infinity"): return -.infinity
        case .number(let given): number = given
        case .string(let text): number = JSONNumber(text)
        default: throw MessageJSONError(path, "\(value.kindName) stands where a number belongs")
        }
        guard let number, let result = Number(number.text), result.isFinite else {
            throw MessageJSONError(
                path, "\(value.text().prefix(64)) is not a number of its type, \(Number.self)")
        }
        return result
    }

    private func enumeration(
        _ value: JSONValue, _ type: String, path: String
    ) throws(MessageJSONError) -> UInt64 {
        switch value {
        case .null: return 0
        case .number: return Self.extended(try integer(value, Int32.self, path: path))
        case .string(let name):
            guard let number = schemas.enums[type]?.number(name) else {
                let known = schemas.enums[type]?.values.map(\.name).joined(separator: ", ") ?? ""
                throw MessageJSONError(
                    path, "\(value.text().prefix(64)) is no value of \(type) (values: \(known))")
            }
            return Self.extended(number)
        default:
            throw MessageJSONError(
                path, "\(value.kindName) stands where a value of \(type) belongs")
        }
    }

    /// Negative numbers take all 64 bits on the wire.
    private static func extended(_ value: some SignedInteger) -> UInt64 {
        UInt64(bitPattern: Int64(value))
    }

    private static func zigzag(_ value: Int64) -> UInt64 {
        UInt64(bitPattern: value << 1 ^ value >> 63)
    }
}
