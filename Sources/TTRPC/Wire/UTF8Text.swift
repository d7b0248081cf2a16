/// What a text field must be: UTF-8 without NUL.
enum UTF8Text {
    /// The fault of the bytes of `range`; nil when they are right.
    /// - Complexity: O(bytes), eight at a time while they are ASCII, the last eight with some of
    ///   those before; no allocation.
    static func fault(in bytes: borrowing RawSpan, _ range: Range<Int>) -> StaticString? {
        var index = range.lowerBound
        while index < range.upperBound {
            if range.count >= 8 {
                let start = min(index, range.upperBound - 8)
                let word = unsafe bytes.unsafeLoadUnaligned(
                    fromByteOffset: start, as: UInt64.self)
                // No high bit set and no zero byte among the eight.
                let zeros = (word &- 0x0101_0101_0101_0101) & ~word
                if (word | zeros) & 0x8080_8080_8080_8080 == 0 {
                    index = start + 8
                    continue
                }
            }
            let byte = bytes.byte(at: index)
            if byte == 0 { return "holds a NUL character" }
            if byte < 0x80 {
                index += 1
                continue
            }
            let length = sequenceLength(in: bytes, at: index, end: range.upperBound)
            if length == 0 { return "is not valid UTF-8" }
            index += length
        }
        return nil
    }

    /// Bytes of the well-formed sequence at `index`, 0 when it is none. The bounds of the second
    /// byte rule out overlong forms, surrogates and code points above U+10FFFF.
    /// Source: The Unicode Standard, table 3-7.
    private static func sequenceLength(
        in bytes: borrowing RawSpan, at index: Int, end: Int
    ) -> Int {
        let first = bytes.byte(at: index)
        let length: Int
        var second: ClosedRange<UInt8> = 0x80...0xBF
        switch first {
        case 0xC2...0xDF: length = 2
        case 0xE0:
            length = 3
            second = 0xA0...0xBF
        case 0xED:
            length = 3
            second = 0x80...0x9F
        case 0xE1...0xEF: length = 3
        case 0xF0:
            length = 4
            second = 0x90...0xBF
        case 0xF1...0xF3: length = 4
        case 0xF4:
            length = 4
            second = 0x80...0x8F
        default: return 0
        }
        guard end - index >= length, second.contains(bytes.byte(at: index + 1)) else { return 0 }
        for next in (index + 2)..<max(index + length, index + 2)
        where bytes.byte(at: next) & 0xC0 != 0x80 {
            return 0
        }
        return length
    }
}
