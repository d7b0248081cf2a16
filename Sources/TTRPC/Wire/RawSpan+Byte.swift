extension RawSpan {
    /// The byte at `offset`; traps outside the span like every collection.
    @inline(__always)
    borrowing func byte(at offset: Int) -> UInt8 {
        unsafe unsafeLoad(fromByteOffset: offset, as: UInt8.self)
    }

    /// A copy of the bytes of `range`.
    public borrowing func copy(_ range: Range<Int>) -> [UInt8] {
        precondition(range.lowerBound >= 0 && range.upperBound <= byteCount)
        return unsafe withUnsafeBytes { unsafe Array($0[range]) }
    }

    /// The bytes of `range` as text; broken UTF-8 becomes replacement characters.
    public borrowing func text(_ range: Range<Int>) -> String {
        precondition(range.lowerBound >= 0 && range.upperBound <= byteCount)
        return unsafe withUnsafeBytes { unsafe String(decoding: $0[range], as: UTF8.self) }
    }
}
