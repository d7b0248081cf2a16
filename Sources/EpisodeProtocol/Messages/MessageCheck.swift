internal import CEpisodesProto
internal import EpisodeModel

/// What protobuf-c does not check before it takes memory: the nesting, the number of fields, and
/// that every text is UTF-8 without NUL. Driven by the generated descriptors, so it knows every
/// message type and its errors name the field.
@safe struct MessageCheck {
    static let nestingMaximum = 32

    private var fieldsLeft: Int

    static func check(
        _ bytes: UnsafeRawBufferPointer, as descriptor: UnsafePointer<ProtobufCMessageDescriptor>,
        fieldsLeft: inout Int
    ) throws(EpisodeError) {
        var check = MessageCheck(fieldsLeft: fieldsLeft)
        defer { fieldsLeft = check.fieldsLeft }
        unsafe try check.walk(bytes, descriptor, path: "", depth: 1)
    }

    private mutating func walk(
        _ bytes: UnsafeRawBufferPointer, _ descriptor: UnsafePointer<ProtobufCMessageDescriptor>,
        path: String, depth: Int
    ) throws(EpisodeError) {
        guard depth <= Self.nestingMaximum else {
            throw .unparsable("messages nest deeper than \(Self.nestingMaximum)")
        }
        var reader = unsafe WireReader(bytes)
        while let field = try reader.next(fieldsLeft: &fieldsLeft) {
            guard
                let known = unsafe protobuf_c_message_descriptor_get_field(
                    descriptor, field.number)
            else { continue }
            let kind = unsafe known.pointee.type
            guard unsafe Self.matches(known.pointee, field.type) else {
                throw .wrongType(unsafe Self.name(path, known), field.type)
            }
            if field.type == .bytes, kind == PROTOBUF_C_TYPE_STRING {
                unsafe try WireText.check(field.bytes, field: Self.name(path, known))
            } else if field.type == .bytes, kind == PROTOBUF_C_TYPE_MESSAGE,
                let inner = unsafe known.pointee.descriptor
            {
                let descriptor = unsafe inner.assumingMemoryBound(
                    to: ProtobufCMessageDescriptor.self)
                unsafe try walk(
                    field.bytes, descriptor, path: Self.name(path, known) + ".", depth: depth + 1)
            }
        }
    }

    private static func name(
        _ path: String, _ field: UnsafePointer<ProtobufCFieldDescriptor>
    ) -> String {
        path + (unsafe field.pointee.name.map { unsafe String(cString: $0) } ?? "")
    }

    private static func matches(_ field: ProtobufCFieldDescriptor, _ type: WireType) -> Bool {
        let own: WireType =
            switch unsafe field.type {
            case PROTOBUF_C_TYPE_STRING, PROTOBUF_C_TYPE_BYTES, PROTOBUF_C_TYPE_MESSAGE: .bytes
            case PROTOBUF_C_TYPE_DOUBLE, PROTOBUF_C_TYPE_FIXED64, PROTOBUF_C_TYPE_SFIXED64: .fixed64
            case PROTOBUF_C_TYPE_FLOAT, PROTOBUF_C_TYPE_FIXED32, PROTOBUF_C_TYPE_SFIXED32: .fixed32
            default: .varint
            }
        let isRepeated = unsafe field.label == PROTOBUF_C_LABEL_REPEATED
        // Repeated numbers may come packed or one by one, whatever the proto says.
        return type == own || (isRepeated && type == .bytes)
    }
}
