/// Finds `\u` escapes that are half of a surrogate pair, which yajl turns into `?` in silence.
///
/// A backslash outside of a text is an error for the parser anyway, so texts need not be told from
/// the rest.
struct SurrogateCheck {
    private enum State {
        case plain
        case escape
        /// Inside `\uXXXX`: digits still to come and their value so far.
        case digits(Int, UInt32)
        /// After a high half: a backslash, then a `u`, must follow.
        case lowBackslash
        case lowEscape
        case lowDigits(Int, UInt32)
    }

    private var state = State.plain

    /// Looks through the bytes that follow those looked at so far.
    ///
    /// - Returns: where the first lone half is certain, as an index in `bytes`; the check then
    ///   goes on from there with the next call. Nil when all is well.
    mutating func firstLoneHalf(in bytes: Span<UInt8>, from start: Int, to end: Int) -> Int? {
        var index = start
        while index < end {
            if case .plain = state {
                guard
                    let escape = ByteSearch.index(
                        of: UInt8(ascii: "\\"), in: bytes, from: index, to: end)
                else { return nil }
                state = .escape
                index = escape + 1
                continue
            }
            if isLone(bytes[index]) {
                state = .plain
                return index
            }
            index += 1
        }
        return nil
    }

    /// Takes one byte of an escape; true when it shows that a half stands alone.
    private mutating func isLone(_ byte: UInt8) -> Bool {
        switch state {
        case .plain: return false
        case .escape: state = byte == UInt8(ascii: "u") ? .digits(4, 0) : .plain
        case .digits(let left, let value): return take(byte, left, value, isLow: false)
        case .lowBackslash:
            guard byte == UInt8(ascii: "\\") else { return true }
            state = .lowEscape
        case .lowEscape:
            guard byte == UInt8(ascii: "u") else { return true }
            state = .lowDigits(4, 0)
        case .lowDigits(let left, let value): return take(byte, left, value, isLow: true)
        }
        return false
    }

    private mutating func take(_ byte: UInt8, _ left: Int, _ value: UInt32, isLow: Bool) -> Bool {
        guard let digit = hexValue(byte) else {
            // Not an escape at all: the parser's error, but never a second half.
            state = .plain
            return isLow
        }
        let value = value << 4 | UInt32(digit)
        if left > 1 {
            state = isLow ? .lowDigits(left - 1, value) : .digits(left - 1, value)
            return false
        }
        let isHigh = (0xD800...0xDBFF).contains(value)
        let isLowHalf = (0xDC00...0xDFFF).contains(value)
        state = isHigh && !isLow ? .lowBackslash : .plain
        return isLow != isLowHalf
    }
}

/// The value of a hexadecimal digit.
func hexValue(_ byte: UInt8) -> UInt8? {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
    case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
    case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
    default: nil
    }
}
