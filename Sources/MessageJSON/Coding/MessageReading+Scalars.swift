internal import CatalogFormats

extension MessageReading {
    /// A number as it stands on the wire, by the type of its field.
    func scalar(_ bits: UInt64, _ kind: FieldSchema.Kind) -> JSONValue {
        switch kind {
        case .double: real(Double(bitPattern: bits))
        case .float: real(Float(bitPattern: UInt32(truncatingIfNeeded: bits)))
        case .int32, .sfixed32: .number(JSONNumber(Int32(truncatingIfNeeded: bits)))
        case .sint32: .number(JSONNumber(Int32(truncatingIfNeeded: Self.unzigzag(bits))))
        case .uint32, .fixed32: .number(JSONNumber(UInt32(truncatingIfNeeded: bits)))
        case .int64, .sfixed64: .string("\(Int64(bitPattern: bits))")
        case .sint64: .string("\(Self.unzigzag(bits))")
        case .uint64, .fixed64: .string("\(bits)")
        case .bool: .bool(bits != 0)
        case .enumeration(let type): enumeration(Int32(truncatingIfNeeded: bits), type)
        // These are never numbers on the wire.
        case .string, .bytes, .message: .null
        }
    }

    private func real(_ value: some BinaryFloatingPoint & LosslessStringConvertible) -> JSONValue {
        if let number = JSONNumber(value) { return .number(number) }
        return .string(value.isNaN ? "NaN" : value < 0 ? "-Infinity" : "Infinity")
    }

    private func enumeration(_ number: Int32, _ type: String) -> JSONValue {
        if type == "google.protobuf.NullValue" { return .null }
        if let name = schemas.enums[type]?.name(number) { return .string(name) }
        return .number(JSONNumber(number))
    }

    /// 0, -1, 1, -2, … from 0, 1, 2, 3, …
    private static func unzigzag(_ bits: UInt64) -> Int64 {
        Int64(bitPattern: bits >> 1) ^ -Int64(bitPattern: bits & 1)
    }
}
