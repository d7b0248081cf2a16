internal import Glibc

extension SQLiteStore {
    /// Looks at the one row that holds the revision, every `pollMilliseconds`.
    public func waitForRevision(beyond revision: UInt64, timeoutMilliseconds: Int64) -> Bool {
        let clock = ContinuousClock()
        let end = clock.now + .milliseconds(max(0, timeoutMilliseconds))
        while true {
            if isNewer(than: revision) { return true }
            let left = clock.now.duration(to: end)
            if left <= .zero { return false }
            let pause = min(left, .milliseconds(max(1, options.pollMilliseconds)))
            Self.sleep(pause)
        }
    }

    private func isNewer(than revision: UInt64) -> Bool {
        let newest = try? readers.withReader { reader throws(StoreError) in
            try reader.newestRevision()
        }
        return newest.map { $0 > revision } ?? false
    }

    private static func sleep(_ duration: Duration) {
        let (seconds, attoseconds) = duration.components
        var time = timespec(tv_sec: Int(seconds), tv_nsec: Int(attoseconds / 1_000_000_000))
        // Ends early on a signal, which only means one look more.
        unsafe nanosleep(&time, nil)
    }
}
