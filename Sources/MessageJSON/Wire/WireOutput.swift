/// Appends fields in protobuf's wire format.
struct WireOutput {
    enum WireType: UInt64 {
        case varint = 0
        case fixed64 = 1
        case bytes = 2
        case fixed32 = 5
    }

    private(set) var bytes: [UInt8] = []

    mutating func varint(_ value: UInt64) {
        var rest = value
        while rest >= 0x80 {
            bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
            rest >>= 7
        }
        bytes.append(UInt8(rest))
    }

    mutating func tag(_ number: UInt32, _ type: WireType) {
        varint(UInt64(number) << 3 | type.rawValue)
    }

    mutating func fixed(_ value: UInt64, byteCount: Int) {
        for index in 0..<byteCount {
            bytes.append(UInt8(truncatingIfNeeded: value >> UInt64(8 * index)))
        }
    }

    mutating func delimited(_ number: UInt32, _ content: some Collection<UInt8>) {
        tag(number, .bytes)
        varint(UInt64(content.count))
        bytes.append(contentsOf: content)
    }

    /// A number field; left out when it is 0.
    mutating func number(_ number: UInt32, _ value: Int64) {
        guard value != 0 else { return }
        tag(number, .varint)
        varint(UInt64(bitPattern: value))
    }
}
