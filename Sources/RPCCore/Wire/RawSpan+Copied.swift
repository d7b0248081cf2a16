extension RawSpan {
    /// A copy of all bytes.
    package borrowing func copied() -> [UInt8] {
        unsafe withUnsafeBytes { unsafe Array($0) }
    }
}
