internal import CEpisodesProto
internal import EpisodeModel

extension MessageArena {
    /// Checks and unpacks a message; it lives until the next `reset`.
    ///
    /// - Throws: `EpisodeError`, also when the message would take too much memory.
    func unpack<Message>(
        _ bytes: UnsafeRawBufferPointer, as type: MessageType<Message>, fieldCountMaximum: Int
    ) throws(EpisodeError) -> UnsafeMutablePointer<Message> {
        var fieldsLeft = fieldCountMaximum
        return unsafe try unpack(bytes, as: type, fieldsLeft: &fieldsLeft)
    }

    /// The same for one of many messages that may have so many fields together.
    func unpack<Message>(
        _ bytes: UnsafeRawBufferPointer, as type: MessageType<Message>, fieldsLeft: inout Int
    ) throws(EpisodeError) -> UnsafeMutablePointer<Message> {
        let descriptor = unsafe type.descriptor
        unsafe try MessageCheck.check(bytes, as: descriptor, fieldsLeft: &fieldsLeft)
        let message = unsafe withAllocator { allocator in
            unsafe protobuf_c_message_unpack(
                descriptor, allocator, bytes.count,
                bytes.baseAddress?.assumingMemoryBound(to: UInt8.self))
        }
        guard let message = unsafe message else {
            if isExhausted {
                throw EpisodeError(
                    code: .resourceExhausted, field: "",
                    problem: "the message would take too much memory",
                    remedy: "send fewer values")
            }
            throw .unparsable("its fields do not fit its type")
        }
        return unsafe UnsafeMutableRawPointer(message).assumingMemoryBound(to: Message.self)
    }

    /// A new message with every field unset; nil when the arena is full.
    func make<Message>(_ type: MessageType<Message>) -> UnsafeMutablePointer<Message>? {
        guard let place = unsafe allocate(MemoryLayout<Message>.size) else { return nil }
        let message = unsafe place.bindMemory(to: Message.self, capacity: 1)
        unsafe type.initialize(message)
        return unsafe message
    }

    /// The wire form of a message.
    static func pack<Message>(_ message: UnsafeMutablePointer<Message>) -> [UInt8] {
        let base = unsafe UnsafeMutableRawPointer(message).assumingMemoryBound(
            to: ProtobufCMessage.self)
        let byteCount = unsafe protobuf_c_message_get_packed_size(base)
        return unsafe [UInt8](unsafeUninitializedCapacity: byteCount) { buffer, count in
            if let start = buffer.baseAddress {
                count = unsafe protobuf_c_message_pack(base, start)
            }
        }
    }
}
