/// Hears what becomes of the calls of one event loop. Everything is told on that loop, on the way of
/// calls, so it must cost next to nothing.
public protocol CallObserver: AnyObject {
    /// A call has begun.
    ///
    /// - Parameter method: nil when its names are those of no method, or could not be read.
    func callStarted(_ method: MethodID?)

    /// A call that had begun has ended, in whatever way: it is told once for each.
    ///
    /// - Parameter arrival: when its first bytes came.
    func callEnded(_ method: MethodID?, _ code: StatusCode, arrival: MonotonicTime)

    /// Something was refused, or a connection ended, because of a limit.
    func limitReached(_ limit: LimitKind)
}
