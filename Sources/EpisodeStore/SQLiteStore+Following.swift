internal import Glibc

extension SQLiteStore {
    /// Looks at the one row that holds the revision, every `pollMilliseconds`.
    public func waitForRevision(beyond revision: UInt64, timeoutMilliseconds: Int64) -> Bool {
        let clock = ContinuousClock()
        let end = clock.now + .milliseconds(min(max(0, timeoutMilliseconds), 86_400_000))
        while true {
            let newest = newestRevision()
            if let newest, newest > revision { return true }
            let left = clock.now.duration(to: end)
            if left <= .zero { return newest == nil }
            let pause = min(left, .milliseconds(max(1, options.pollMilliseconds)))
            Self.sleep(pause)
        }
    }

    /// Nil when it cannot be read.
    private func newestRevision() -> UInt64? {
        try? readers.withReader { reader throws(StoreError) in
            try reader.newestRevision()
        }
    }

    private static func sleep(_ duration: Duration) {
        let (seconds, attoseconds) = duration.components
        var time = timespec(tv_sec: Int(seconds), tv_nsec: Int(attoseconds / 1_000_000_000))
        // Ends early on a signal, which only means one look more.
        unsafe nanosleep(&time, nil)
    }
}
