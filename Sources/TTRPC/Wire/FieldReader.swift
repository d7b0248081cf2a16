/// Walks the fields of one protobuf message by offsets, without copying or allocating.
///
/// Source: protobuf.dev, "Encoding". Every fault is nil from `next` with `fault` set: the caller
/// decides on the status.
struct FieldReader {
    /// One field: its number, and either the value of a varint or where its bytes are.
    struct Field {
        var number: UInt32
        var wireType: UInt8
        var varint: UInt64
        var bytes: Range<Int>
    }

    /// Varint, 64-bit, length-delimited and 32-bit; 3 and 4 are groups.
    static let varintType: UInt8 = 0
    static let bytesType: UInt8 = 2
    private static let groupDepthMaximum = 32

    private(set) var position: Int
    private let end: Int
    /// What was wrong; nil while everything was right.
    private(set) var fault: StaticString?

    /// - Precondition: `range` lies inside the span that is passed to `next`.
    init(_ range: Range<Int>) {
        position = range.lowerBound
        end = range.upperBound
    }

    /// The next field, groups passed over; nil at the end or at a fault.
    @inline(__always)
    mutating func next(in bytes: borrowing RawSpan) -> Field? {
        guard position < end else { return nil }
        guard let field = readOne(in: bytes) else { return nil }
        return field.wireType == 3 || field.wireType == 4
            ? passOverGroup(field, in: bytes) : field
    }

    /// The next field behind a group and all groups that follow it.
    @inline(never)
    private mutating func passOverGroup(_ first: Field, in bytes: borrowing RawSpan) -> Field? {
        var depth = 0
        var field = first
        while true {
            switch field.wireType {
            case 3:
                depth += 1
                if depth > Self.groupDepthMaximum { return fail("has groups nested too deep") }
            case 4:
                depth -= 1
                if depth < 0 { return fail("has the end of a group that never began") }
            default:
                if depth == 0 { return field }
            }
            guard position < end else { return depth == 0 ? nil : fail("ends inside a group") }
            guard let following = readOne(in: bytes) else { return nil }
            field = following
        }
    }

    @inline(__always)
    private mutating func readOne(in bytes: borrowing RawSpan) -> Field? {
        guard let tag = varint(in: bytes) else { return nil }
        guard tag >> 3 != 0, tag <= UInt64(UInt32.max) else {
            return fail("has a field number out of range")
        }
        let number = UInt32(truncatingIfNeeded: tag >> 3)
        let wireType = UInt8(truncatingIfNeeded: tag & 7)
        var field = Field(
            number: number, wireType: wireType, varint: 0, bytes: position..<position)
        switch wireType {
        case 0:
            guard let value = varint(in: bytes) else { return nil }
            field.varint = value
        case 1, 5:
            guard skip(wireType == 1 ? 8 : 4) else { return nil }
        case 2:
            guard let length = varint(in: bytes) else { return nil }
            let start = position
            guard length <= UInt64(Int32.max), skip(Int(length)) else {
                return fail("is cut short")
            }
            field.bytes = start..<position
        case 3, 4:
            break
        default:
            return fail("has an unknown wire type")
        }
        return field
    }

    @inline(__always)
    private mutating func skip(_ count: Int) -> Bool {
        guard end - position >= count else {
            fault = "is cut short"
            return false
        }
        position += count
        return true
    }

    @inline(__always)
    private mutating func varint(in bytes: borrowing RawSpan) -> UInt64? {
        if position < end, case let byte = bytes.byte(at: position), byte < 0x80 {
            position += 1
            return UInt64(byte)
        }
        return longVarint(in: bytes)
    }

    @inline(never)
    private mutating func longVarint(in bytes: borrowing RawSpan) -> UInt64? {
        var value: UInt64 = 0
        var shift: UInt64 = 0
        while position < end {
            let byte = bytes.byte(at: position)
            position += 1
            if shift == 63, byte > 1 { break }
            value |= UInt64(byte & 0x7f) << shift
            if byte < 0x80 { return value }
            shift += 7
            if shift > 63 { break }
        }
        fault = position < end || shift >= 63 ? "has a number over 64 bits" : "is cut short"
        return nil
    }

    private mutating func fail(_ what: StaticString) -> Field? {
        fault = what
        return nil
    }
}
