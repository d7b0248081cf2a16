/// The bytes of a message, or a part of the bytes of a larger one, and its fields one by one.
struct WireMessage {
    /// One field as it stands on the wire.
    struct Field {
        enum Value {
            case varint(UInt64)
            case fixed64(UInt64)
            case fixed32(UInt32)
            /// A place in the bytes of the message.
            case bytes(Range<Int>)
        }

        var number: UInt32
        var value: Value
    }

    let bytes: [UInt8]
    private let end: Int
    private var position: Int

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
        (position, end) = (0, bytes.count)
    }

    /// - Parameter range: inside the bytes.
    init(_ bytes: [UInt8], _ range: Range<Int>) {
        self.bytes = bytes
        (position, end) = (range.lowerBound, range.upperBound)
    }

    var isAtEnd: Bool { position >= end }

    /// The next field; nil at the end.
    mutating func next() throws(MessageJSONError) -> Field? {
        guard !isAtEnd else { return nil }
        let tag = try varint()
        guard tag >= 8, tag <= UInt64(UInt32.max) else {
            throw Self.malformed("field number \(tag >> 3) is not allowed")
        }
        let number = UInt32(tag >> 3)
        switch tag & 7 {
        case 0: return Field(number: number, value: .varint(try varint()))
        case 1: return Field(number: number, value: .fixed64(try fixed(8)))
        case 5:
            return Field(
                number: number, value: .fixed32(UInt32(truncatingIfNeeded: try fixed(4))))
        case 2:
            let count = try varint()
            guard count <= UInt64(end - position) else {
                throw Self.malformed(
                    "field \(number) claims \(count) bytes where \(end - position) are left")
            }
            let start = position
            position += Int(count)
            return Field(number: number, value: .bytes(start..<position))
        default: throw Self.malformed("field \(number) has wire type \(tag & 7), unknown in proto3")
        }
    }

    /// The next number of seven bits a byte, the lowest first.
    mutating func varint() throws(MessageJSONError) -> UInt64 {
        var value: UInt64 = 0
        var shift: UInt64 = 0
        while position < end {
            let byte = bytes[position]
            position += 1
            guard shift < 63 || byte <= 1 else { throw Self.malformed("a number is over 64 bits") }
            value |= UInt64(byte & 0x7F) << shift
            if byte < 0x80 { return value }
            shift += 7
        }
        throw Self.malformed("it ends inside a number")
    }

    /// The next number of `byteCount` bytes, the lowest first.
    mutating func fixed(_ byteCount: Int) throws(MessageJSONError) -> UInt64 {
        guard end - position >= byteCount else { throw Self.malformed("it ends inside a number") }
        var value: UInt64 = 0
        for index in 0..<byteCount { value |= UInt64(bytes[position + index]) << UInt64(8 * index) }
        position += byteCount
        return value
    }

    private static func malformed(_ problem: String) -> MessageJSONError {
        MessageJSONError("", "cannot parse the message: \(problem)")
    }
}

extension WireMessage {
    /// Every message in the fields of a number.
    func messages(_ number: UInt32) throws(MessageJSONError) -> [WireMessage] {
        var (result, rest) = ([WireMessage](), self)
        while let field = try rest.next() {
            if field.number == number, case .bytes(let range) = field.value {
                result.append(WireMessage(bytes, range))
            }
        }
        return result
    }

    /// The last text of a field; empty when there is none.
    func text(_ number: UInt32) throws(MessageJSONError) -> String {
        var (result, rest) = ("", self)
        while let field = try rest.next() {
            if field.number == number, case .bytes(let range) = field.value {
                result = String(decoding: bytes[range], as: UTF8.self)
            }
        }
        return result
    }

    /// The last number of a field; nil when there is none.
    func number(_ number: UInt32) throws(MessageJSONError) -> UInt64? {
        var (result, rest) = (UInt64?.none, self)
        while let field = try rest.next() {
            if field.number == number, case .varint(let value) = field.value { result = value }
        }
        return result
    }
}
