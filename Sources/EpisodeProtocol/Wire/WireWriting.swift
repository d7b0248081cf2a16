// Appends protobuf's wire format to a byte buffer. Values equal to proto3's default are left out,
// fields go in ascending order: the canonical form every implementation agrees on.

enum WireSize {
    static func varint(_ value: UInt64) -> Int {
        // 7 bits a byte; the `| 1` makes 0 take one byte.
        (70 - (value | 1).leadingZeroBitCount) / 7
    }

    /// Of a field whose value is `byteCount` bytes long, with tag and length.
    static func bytes(field: UInt32, _ byteCount: Int) -> Int {
        varint(UInt64(field) << 3) + varint(UInt64(byteCount)) + byteCount
    }

    static func text(field: UInt32, _ text: String) -> Int {
        text.isEmpty ? 0 : bytes(field: field, text.utf8.count)
    }

    static func number(field: UInt32, _ value: UInt64) -> Int {
        value == 0 ? 0 : varint(UInt64(field) << 3) + varint(value)
    }
}

extension [UInt8] {
    mutating func appendVarint(_ value: UInt64) {
        var rest = value
        while rest >= 0x80 {
            append(UInt8(truncatingIfNeeded: rest) | 0x80)
            rest >>= 7
        }
        append(UInt8(truncatingIfNeeded: rest))
    }

    mutating func appendTag(_ field: UInt32, _ type: WireType) {
        appendVarint(UInt64(field) << 3 | UInt64(type.rawValue))
    }

    /// Opens a field of `byteCount` bytes; the caller appends them.
    mutating func appendHead(_ field: UInt32, byteCount: Int) {
        appendTag(field, .bytes)
        appendVarint(UInt64(byteCount))
    }

    mutating func appendNumber(_ field: UInt32, _ value: UInt64) {
        if value == 0 { return }
        appendTag(field, .varint)
        appendVarint(value)
    }

    mutating func appendText(_ field: UInt32, _ text: String) {
        if !text.isEmpty { appendElement(field, text) }
    }

    /// A string of a repeated field: written even when it is empty.
    mutating func appendElement(_ field: UInt32, _ text: String) {
        appendHead(field, byteCount: text.utf8.count)
        append(contentsOf: text.utf8)
    }

    /// Repeated numbers in proto3's packed form.
    mutating func appendPacked(_ field: UInt32, _ values: some Collection<UInt64>) {
        if values.isEmpty { return }
        appendHead(field, byteCount: values.reduce(0) { $0 + WireSize.varint($1) })
        for value in values { appendVarint(value) }
    }

    mutating func appendLittleEndian(_ value: UInt64) {
        unsafe Swift.withUnsafeBytes(of: value.littleEndian) { unsafe append(contentsOf: $0) }
    }
}
