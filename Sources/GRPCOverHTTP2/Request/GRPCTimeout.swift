/// The value of `grpc-timeout`: one to eight digits and a unit.
/// Source: grpc/grpc doc/PROTOCOL-HTTP2.md, "Timeout".
enum GRPCTimeout {
    /// Nanoseconds, at most `Int64.max`; nil for anything else than digits and a unit.
    static func nanoseconds(_ text: UnsafeRawBufferPointer) -> Int64? {
        guard (2...9).contains(text.count), let unit = unsafe scale(text[text.count - 1]) else {
            return nil
        }
        var value: Int64 = 0
        for index in 0..<(text.count - 1) {
            let digit = unsafe text[index]
            guard (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(digit) else { return nil }
            value = value * 10 + Int64(digit - UInt8(ascii: "0"))
        }
        let (product, overflow) = value.multipliedReportingOverflow(by: unit)
        return overflow ? .max : product
    }

    private static func scale(_ unit: UInt8) -> Int64? {
        switch unit {
        case UInt8(ascii: "H"): 3_600_000_000_000
        case UInt8(ascii: "M"): 60_000_000_000
        case UInt8(ascii: "S"): 1_000_000_000
        case UInt8(ascii: "m"): 1_000_000
        case UInt8(ascii: "u"): 1_000
        case UInt8(ascii: "n"): 1
        default: nil
        }
    }
}
