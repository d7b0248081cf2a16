/// The values of a message's fields by their numbers, those of unknown fields left out.
struct FoundFields {
    /// One value as it stands on the wire.
    enum Element {
        case number(UInt64)
        /// A place in the bytes of the message.
        case bytes(Range<Int>)

        /// Whether a field without presence would be left out for it.
        var isDefault: Bool {
            switch self {
            case .number(let bits): bits == 0
            case .bytes(let range): range.isEmpty
            }
        }
    }

    private(set) var elements: [UInt32: [Element]] = [:]

    init(
        _ message: WireMessage, _ schema: MessageSchema, path: String
    ) throws(MessageJSONError) {
        var rest = message
        while let field = try rest.next() {
            guard let known = schema.field(field.number) else { continue }
            let added = try Self.elements(of: field, known, message, path: path)
            if known.isRepeated {
                elements[known.number, default: []] += added
            } else if case .message = known.kind {
                dropOthers(of: known, schema)
                elements[known.number, default: []] += added
            } else {
                dropOthers(of: known, schema)
                elements[known.number] = added
            }
        }
    }

    /// Of a oneof the last member counts.
    private mutating func dropOthers(of field: FieldSchema, _ schema: MessageSchema) {
        guard let oneof = field.oneofIndex else { return }
        for other in schema.fields where other.oneofIndex == oneof && other.number != field.number {
            elements[other.number] = nil
        }
    }

    private static func elements(
        of field: WireMessage.Field, _ known: FieldSchema, _ message: WireMessage, path: String
    ) throws(MessageJSONError) -> [Element] {
        switch (field.value, layout(known.kind)) {
        case (.varint(let bits), .varint), (.fixed64(let bits), .fixed64): return [.number(bits)]
        case (.fixed32(let bits), .fixed32): return [.number(UInt64(bits))]
        case (.bytes(let range), .bytes): return [.bytes(range)]
        case (.bytes(let range), let layout) where known.isRepeated:
            var (packed, result) = (WireMessage(message.bytes, range), [Element]())
            while !packed.isAtEnd {
                switch layout {
                case .varint: result.append(.number(try packed.varint()))
                case .fixed64: result.append(.number(try packed.fixed(8)))
                default: result.append(.number(try packed.fixed(4)))
                }
            }
            return result
        default:
            throw MessageJSONError(
                MessageReading.join(path, known.name),
                "cannot parse the message: the value is of another type")
        }
    }

    static func layout(_ kind: FieldSchema.Kind) -> WireOutput.WireType {
        switch kind {
        case .double, .fixed64, .sfixed64: .fixed64
        case .float, .fixed32, .sfixed32: .fixed32
        case .string, .bytes, .message: .bytes
        default: .varint
        }
    }
}
