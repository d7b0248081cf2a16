internal import RPCCore

/// What a client did too often for its connection to go on.
public enum AbuseLimit: String, CaseIterable, Hashable, Sendable {
    /// Calls begun and taken back before they cost anything but the beginning (CVE-2023-44487).
    case rapidReset = "rapid_reset"
    /// Faults that make the server reset streams (CVE-2025-8671).
    case provokedReset = "provoked_reset"
    /// SETTINGS, PRIORITY, WINDOW_UPDATE and empty DATA without any call in sight (CVE-2019-9515,
    /// CVE-2019-9518).
    case controlFrames = "control_frames"
    /// PINGs faster than is agreed (CVE-2019-9512).
    case pings = "pings"
    /// Header fields that unfold to far more than is taken, or go on for ever (CVE-2024-28182).
    case headers = "headers"
    /// Acknowledgements and resets pile up because the client does not read.
    case unreadReplies = "unread_replies"
}

/// A number of things a client may do at once, which grows back with time.
struct Allowance {
    let burst: Int64
    let perSecond: Int64
    private var used: Int64 = 0
    private var last: MonotonicTime

    init(burst: Int64, perSecond: Int64, now: MonotonicTime) {
        self.burst = burst
        self.perSecond = perSecond
        last = now
    }

    /// Takes one; false when none is left.
    mutating func take(_ now: MonotonicTime) -> Bool {
        used += 1
        if used <= burst { return true }
        let elapsed = min(max(now.nanoseconds(since: last), 0), 3_600_000_000_000)
        let regained = elapsed / 1_000_000 * perSecond / 1_000
        if regained > 0 {
            used = max(used - regained, 1)
            last = now
        }
        return used <= burst
    }

    /// Gives so many back.
    mutating func credit(_ count: Int64) { used = max(used - count, 0) }
}
