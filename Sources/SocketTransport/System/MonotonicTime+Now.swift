internal import CPlatform
public import RPCCore

extension MonotonicTime {
    /// The clock of this machine.
    public static var now: MonotonicTime {
        MonotonicTime(nanoseconds: cplatform_monotonic_nanoseconds())
    }
}
