extension UInt64 {
    /// The sum, or the largest number when that is too small for it. Counts that were read from
    /// files can be any.
    public func addingSaturated(_ other: UInt64) -> UInt64 {
        let (sum, overflow) = addingReportingOverflow(other)
        return overflow ? .max : sum
    }
}
