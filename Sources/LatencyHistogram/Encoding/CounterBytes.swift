/// Counters as HdrHistogram's V2 form writes them: zigzag numbers of seven bits a byte, nine bytes at
/// most, where a negative number stands for so many zeros.
enum CounterBytes {
    static func append(_ value: Int64, to bytes: inout [UInt8]) {
        var rest = UInt64(bitPattern: value << 1 ^ value >> 63)
        for _ in 0..<8 {
            guard rest >= 0x80 else { break }
            bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
            rest >>= 7
        }
        bytes.append(UInt8(truncatingIfNeeded: rest))
    }

    /// Reads one number and moves on; nil when the bytes end inside it.
    static func next(in bytes: [UInt8], at position: inout Int) -> Int64? {
        var value: UInt64 = 0
        for place in 0..<9 {
            guard position < bytes.count else { return nil }
            let byte = bytes[position]
            position += 1
            // The ninth byte carries eight bits.
            value |= UInt64(place == 8 ? byte : byte & 0x7F) << UInt64(7 * place)
            if byte < 0x80 { break }
        }
        return Int64(bitPattern: value >> 1) ^ -Int64(bitPattern: value & 1)
    }

    static func encode(_ counts: ArraySlice<UInt64>) -> [UInt8] {
        var bytes: [UInt8] = []
        var zeroCount: Int64 = 0
        for count in counts {
            if count == 0 {
                zeroCount += 1
                continue
            }
            if zeroCount > 0 { append(-zeroCount, to: &bytes) }
            zeroCount = 0
            append(Int64(clamping: count), to: &bytes)
        }
        return bytes
    }

    /// Nil when the bytes are no counters or more than `countMaximum`.
    static func decode(_ bytes: [UInt8], from start: Int, countMaximum: Int) -> [UInt64]? {
        var counts: [UInt64] = []
        var position = start
        while position < bytes.count {
            guard let number = next(in: bytes, at: &position) else { return nil }
            if number < 0 {
                guard number > Int64.min, Int(-number) <= countMaximum - counts.count else {
                    return nil
                }
                counts.append(contentsOf: repeatElement(0, count: Int(-number)))
            } else {
                guard counts.count < countMaximum else { return nil }
                counts.append(UInt64(number))
            }
        }
        return counts
    }
}
