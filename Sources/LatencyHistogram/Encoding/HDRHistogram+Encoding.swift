extension HDRHistogram {
    private static let cookie: UInt32 = 0x1C84_9313
    private static let compressedCookie: UInt32 = 0x1C84_9314
    private static let headerByteCount = 40
    /// Longest text that is read: far more than what a histogram of the largest layout comes to.
    private static let textByteCountMaximum = 67_108_864

    /// Why a text is no histogram.
    public struct DecodingFault: Error, Hashable, Sendable {
        public var message: String
    }

    /// The text that HdrHistogram's tools exchange (form V2, zlib, base64): `HISTFAAAA...`. It holds
    /// the counters; exact extremes and `overRangeCount` are not a part of it.
    ///
    /// Nil when there is no memory.
    /// - Complexity: O(counters in use).
    public func encoded() -> String? {
        let counters = CounterBytes.encode(counts[..<used.upperBound])
        var plain: [UInt8] = []
        plain.reserveCapacity(Self.headerByteCount + counters.count)
        append(UInt64(Self.cookie), 4, to: &plain)
        append(UInt64(counters.count), 4, to: &plain)
        append(0, 4, to: &plain)
        append(UInt64(layout.digits), 4, to: &plain)
        append(UInt64(layout.lowest), 8, to: &plain)
        append(UInt64(layout.highest), 8, to: &plain)
        append((1.0).bitPattern, 8, to: &plain)
        plain += counters
        guard let compressed = Zlib.compress(plain) else { return nil }
        var bytes: [UInt8] = []
        append(UInt64(Self.compressedCookie), 4, to: &bytes)
        append(UInt64(compressed.count), 4, to: &bytes)
        return Base64.encode(bytes + compressed)
    }

    private func append(_ value: UInt64, _ byteCount: Int, to bytes: inout [UInt8]) {
        for place in (0..<byteCount).reversed() {
            bytes.append(UInt8(truncatingIfNeeded: value >> UInt64(8 * place)))
        }
    }

    /// Reads what `encoded` and other HdrHistogram tools write.
    /// - Throws: what is wrong with the text.
    public init(decoding text: some StringProtocol) throws(DecodingFault) {
        guard text.utf8.count <= Self.textByteCountMaximum else {
            throw DecodingFault(message: "the histogram is longer than 64 MiB")
        }
        guard let bytes = Base64.decode(text), bytes.count > 8 else {
            throw DecodingFault(message: "the histogram is no base64 text")
        }
        // The low four bits of the second half of the cookie tell a word size, which V2 ignores.
        guard Self.number(bytes, 0, 4) & ~0xF0 == UInt64(Self.compressedCookie) & ~0xF0 else {
            throw DecodingFault(
                message: "the text is no compressed V2 histogram, which begins with HISTFA")
        }
        let byteCount = Int(Self.number(bytes, 4, 4))
        guard byteCount <= bytes.count - 8 else {
            throw DecodingFault(message: "the histogram is cut short")
        }
        let limit = Self.headerByteCount + HDRLayout.counterCountMaximum * 9
        guard let plain = Zlib.expand(bytes[8..<(8 + byteCount)], byteCountMaximum: limit),
            plain.count >= Self.headerByteCount,
            Self.number(plain, 0, 4) & ~0xF0 == UInt64(Self.cookie) & ~0xF0
        else { throw DecodingFault(message: "the histogram's compressed part is damaged") }
        let end = Self.headerByteCount + Int(Self.number(plain, 4, 4))
        guard end <= plain.count, Self.number(plain, 8, 4) == 0 else {
            throw DecodingFault(message: "the histogram's counters are cut short or shifted")
        }
        guard
            let layout = HDRLayout(
                lowest: Int64(clamping: Self.number(plain, 16, 8)),
                highest: Int64(clamping: Self.number(plain, 24, 8)),
                digits: Int(Self.number(plain, 12, 4)))
        else { throw DecodingFault(message: "the histogram's range or digits are out of bounds") }
        guard
            let counts = CounterBytes.decode(
                Array(plain[..<end]), from: Self.headerByteCount,
                countMaximum: layout.counterCount)
        else { throw DecodingFault(message: "the histogram's counters are damaged") }
        self.init(layout)
        replaceCounts(counts)
    }

    private static func number(_ bytes: [UInt8], _ start: Int, _ byteCount: Int) -> UInt64 {
        bytes[start..<(start + byteCount)].reduce(0) { $0 << 8 | UInt64($1) }
    }
}
