internal import Glibc

/// The calendar clock; only for showing times, never for measuring them.
public enum WallClock {
    /// Microseconds since 1970-01-01T00:00:00Z.
    public static var microsecondsSinceEpoch: Int64 {
        var time = timespec()
        unsafe clock_gettime(CLOCK_REALTIME, &time)
        return Int64(time.tv_sec) * 1_000_000 + Int64(time.tv_nsec) / 1_000
    }
}
