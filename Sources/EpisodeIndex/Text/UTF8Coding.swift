/// UTF-8 to code points and back.
enum UTF8Coding {
    static let replacementScalar: UInt32 = 0xFFFD

    @inline(__always)
    static func append(_ scalar: UInt32, to bytes: Buffer<UInt8>) {
        if scalar < 0x80 {
            bytes.append(UInt8(truncatingIfNeeded: scalar))
            return
        }
        appendLong(scalar, to: bytes)
    }

    private static func appendLong(_ scalar: UInt32, to bytes: Buffer<UInt8>) {
        func continuation(_ shift: UInt32) -> UInt8 {
            UInt8(truncatingIfNeeded: 0x80 | ((scalar >> shift) & 0x3F))
        }
        if scalar < 0x800 {
            bytes.append(UInt8(truncatingIfNeeded: 0xC0 | (scalar >> 6)))
        } else if scalar < 0x1_0000 {
            bytes.append(UInt8(truncatingIfNeeded: 0xE0 | (scalar >> 12)))
            bytes.append(continuation(6))
        } else {
            bytes.append(UInt8(truncatingIfNeeded: 0xF0 | ((scalar >> 18) & 7)))
            bytes.append(continuation(12))
            bytes.append(continuation(6))
        }
        bytes.append(continuation(0))
    }

    /// The UTF-8 of one code point.
    static func bytes(_ scalar: UInt32) -> [UInt8] {
        Array(String(Unicode.Scalar(scalar) ?? "\u{FFFD}").utf8)
    }

    /// Reads one code point and moves `position` behind it.
    ///
    /// Of bytes that are no UTF-8 the longest beginning of a well-formed sequence, or one byte, is
    /// read as U+FFFD (Unicode 15.0, section 3.9, "maximal subparts").
    /// - Parameter position: inside `bytes`.
    @inline(__always)
    static func next(_ bytes: View<UInt8>, _ position: inout Int) -> UInt32 {
        let lead = bytes[position]
        position += 1
        return lead < 0x80 ? UInt32(lead) : finish(lead, bytes, &position)
    }

    private static func finish(
        _ lead: UInt8, _ bytes: View<UInt8>, _ position: inout Int
    ) -> UInt32 {
        // The second byte's bounds rule out overlong forms, surrogates and what is over 0x10FFFF.
        var bounds: ClosedRange<UInt8> = 0x80...0xBF
        var scalar: UInt32
        let missing: Int
        switch lead {
        case 0xC2...0xDF: (scalar, missing) = (UInt32(lead & 0x1F), 1)
        case 0xE0...0xEF: (scalar, missing) = (UInt32(lead & 0x0F), 2)
        case 0xF0...0xF4: (scalar, missing) = (UInt32(lead & 0x07), 3)
        default: return replacementScalar
        }
        switch lead {
        case 0xE0: bounds = 0xA0...0xBF
        case 0xED: bounds = 0x80...0x9F
        case 0xF0: bounds = 0x90...0xBF
        case 0xF4: bounds = 0x80...0x8F
        default: break
        }
        for _ in 0..<missing {
            guard position < bytes.count, bounds.contains(bytes[position]) else {
                return replacementScalar
            }
            scalar = (scalar << 6) | UInt32(bytes[position] & 0x3F)
            bounds = 0x80...0xBF
            position += 1
        }
        return scalar
    }
}
