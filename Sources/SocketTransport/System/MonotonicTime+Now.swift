internal import CPlatform
internal import RPCCore

extension MonotonicTime {
    /// The clock of this machine.
    static var now: MonotonicTime {
        MonotonicTime(nanoseconds: cplatform_monotonic_nanoseconds())
    }
}
