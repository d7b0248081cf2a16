extension TransportLimits {
    /// When a call that came at `arrival` ends: none asked for gives the default, more than the
    /// longest deadline the longest; a timeout of 0 or less has passed already.
    ///
    /// A stream that asks for none gets the longest: it lasts as long as its client reads, and not
    /// every client can ask for one.
    @inlinable
    public func deadline(
        _ timeoutNanoseconds: Int64?, of method: MethodID, in methods: MethodTable,
        from arrival: MonotonicTime
    ) -> MonotonicTime {
        let kind = methods.kind(method)
        let longestMilliseconds =
            !kind.isUnary && methods[method].isWatch
            ? watchMillisecondsMaximum : deadlineMillisecondsMaximum
        let longest = arrival.advanced(byMilliseconds: longestMilliseconds)
        if let timeoutNanoseconds {
            return min(arrival.advanced(byNanoseconds: timeoutNanoseconds), longest)
        }
        guard kind.isUnary else { return longest }
        return min(arrival.advanced(byMilliseconds: defaultDeadlineMilliseconds), longest)
    }
}
