// Walks protobuf's wire format with every bound checked.
// Source: https://protobuf.dev/programming-guides/encoding/

internal import EpisodeModel

/// How a field's value is laid out. Groups (3 and 4) are refused: proto3 has none, and skipping
/// them would need recursion that a sender controls.
enum WireType: UInt8 {
    case varint = 0
    case fixed64 = 1
    case bytes = 2
    case fixed32 = 5
}

/// One field as it stands on the wire.
@safe struct WireField {
    let number: UInt32
    let type: WireType
    /// The value of a varint or fixed field; 0 for `bytes`.
    let scalar: UInt64
    /// The value of a `bytes` field, inside the reader's memory; empty otherwise.
    let bytes: UnsafeRawBufferPointer
}

/// Reads fields from memory that must outlive it and its fields.
@safe struct WireReader {
    /// Fields of one request, those of nested messages counted too.
    static let requestFieldCountMaximum = 65_536

    /// Bytes of a tag or a length, as protobuf-c and Google's C++ have it: every method refuses the
    /// same messages, whichever reads them.
    private static let lengthByteCountMaximum = 5

    private let bytes: UnsafeRawBufferPointer
    private var position = 0

    init(_ bytes: UnsafeRawBufferPointer) { unsafe self.bytes = bytes }

    var isAtEnd: Bool { unsafe position >= bytes.count }

    /// The next field, or nil at the end.
    ///
    /// Inlined, so that a field passes through registers.
    /// - Parameter fieldsLeft: counts down over all readers of one message.
    @inline(__always)
    mutating func next(fieldsLeft: inout Int) throws(EpisodeError) -> WireField? {
        if isAtEnd { return nil }
        guard fieldsLeft > 0 else {
            throw EpisodeError(
                code: .resourceExhausted, field: "", problem: "the message has too many fields",
                remedy: "send repeated numbers packed, or fewer values")
        }
        fieldsLeft -= 1
        let tag = try varint(byteCountMaximum: Self.lengthByteCountMaximum)
        guard tag <= UInt64(UInt32.max), tag >= 8 else {
            throw .unparsable("field number \(tag >> 3) is not allowed")
        }
        guard let type = WireType(rawValue: UInt8(tag & 7)) else {
            throw .unparsable("field \(tag >> 3) has wire type \(tag & 7), which proto3 has not")
        }
        let none = unsafe UnsafeRawBufferPointer(start: nil, count: 0)
        let number = UInt32(tag >> 3)
        switch type {
        case .varint:
            let value = try varint()
            return unsafe WireField(number: number, type: type, scalar: value, bytes: none)
        case .fixed64:
            let raw = unsafe try take(8, of: number)
            let value = unsafe UInt64(littleEndian: raw.loadUnaligned(as: UInt64.self))
            return unsafe WireField(number: number, type: type, scalar: value, bytes: none)
        case .fixed32:
            let raw = unsafe try take(4, of: number)
            let value = unsafe UInt32(littleEndian: raw.loadUnaligned(as: UInt32.self))
            return unsafe WireField(number: number, type: type, scalar: UInt64(value), bytes: none)
        case .bytes:
            let count = try varint(byteCountMaximum: Self.lengthByteCountMaximum)
            let raw = unsafe try take(count, of: number)
            return unsafe WireField(number: number, type: type, scalar: 0, bytes: raw)
        }
    }

    /// The next number: seven bits a byte, the lowest first.
    @inline(__always)
    mutating func varint(byteCountMaximum: Int = 10) throws(EpisodeError) -> UInt64 {
        if unsafe position < bytes.count, case let byte = unsafe bytes[position], byte < 0x80 {
            position += 1
            return UInt64(byte)
        }
        return try longVarint(byteCountMaximum)
    }

    @inline(never)
    private mutating func longVarint(_ byteCountMaximum: Int) throws(EpisodeError) -> UInt64 {
        var value: UInt64 = 0
        var shift: UInt64 = 0
        let end = UInt64(byteCountMaximum) * 7
        while unsafe position < bytes.count {
            guard shift < end else { throw .unparsable("a number takes too many bytes") }
            let byte = unsafe bytes[position]
            position += 1
            guard shift < 63 || byte <= 1 else { throw .unparsable("a number is over 64 bits") }
            value |= UInt64(byte & 0x7F) << shift
            if byte < 0x80 { return value }
            shift += 7
        }
        throw .unparsable("it ends inside a number")
    }

    @inline(__always)
    private mutating func take(
        _ count: UInt64, of number: UInt32
    ) throws(EpisodeError) -> UnsafeRawBufferPointer {
        let left = unsafe bytes.count - position
        guard count <= UInt64(left) else {
            throw .unparsable("field \(number) claims \(count) bytes where \(left) are left")
        }
        let start = position
        position += Int(count)
        return unsafe UnsafeRawBufferPointer(rebasing: bytes[start..<position])
    }
}

extension EpisodeError {
    /// The bytes are no message of the expected type.
    static func unparsable(_ problem: String) -> EpisodeError {
        .invalid("", "cannot parse the message: \(problem)", "encode it as proto/ defines it")
    }

    /// A known field with a value of another type: the sender has another version of the protos.
    static func wrongType(_ field: String, _ type: WireType) -> EpisodeError {
        .invalid(
            field, "cannot parse the message: unexpected wire type \(type.rawValue)",
            "generate the client from the current proto/")
    }
}
