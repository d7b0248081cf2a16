/// Appends protobuf fields in canonical form: minimal varints, zero values left out.
package struct FieldWriter {
    package private(set) var bytes: [UInt8] = []

    package init() {}

    package mutating func varint(_ number: UInt32, _ value: UInt64) {
        guard value != 0 else { return }
        raw(UInt64(number) << 3)
        raw(value)
    }

    package mutating func text(_ number: UInt32, _ value: String) {
        guard !value.isEmpty else { return }
        raw(UInt64(number) << 3 | 2)
        raw(UInt64(value.utf8.count))
        bytes.append(contentsOf: value.utf8)
    }

    package mutating func blob(_ number: UInt32, _ value: [UInt8]) {
        guard !value.isEmpty else { return }
        message(number, value)
    }

    /// A message field, written even when it is empty: its presence says something.
    package mutating func message(_ number: UInt32, _ value: [UInt8]) {
        raw(UInt64(number) << 3 | 2)
        raw(UInt64(value.count))
        bytes.append(contentsOf: value)
    }

    package mutating func reserve(_ byteCount: Int) { bytes.reserveCapacity(byteCount) }

    private mutating func raw(_ value: UInt64) {
        var rest = value
        while rest >= 0x80 {
            bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
            rest >>= 7
        }
        bytes.append(UInt8(truncatingIfNeeded: rest))
    }
}
