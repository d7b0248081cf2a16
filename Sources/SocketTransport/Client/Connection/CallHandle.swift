internal import Synchronization

/// Brings together the beginning of a call and the cancellation of its task, which may come first or
/// at the same time.
struct CallHandle: ~Copyable, Sendable {
    private static let cancelled = UInt32.max

    /// 0 before it begins, then its stream.
    private let stream = Atomic<UInt32>(0)

    /// False when it was cancelled before.
    func begin(_ stream: UInt32) -> Bool {
        self.stream.compareExchange(
            expected: 0, desired: stream, ordering: .acquiringAndReleasing
        ).exchanged
    }

    /// The stream to end; nil when the call has not begun and will not.
    func cancel() -> UInt32? {
        let stream = stream.exchange(Self.cancelled, ordering: .acquiringAndReleasing)
        return stream == 0 || stream == Self.cancelled ? nil : stream
    }
}
