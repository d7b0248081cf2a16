internal import Synchronization

/// Holds the snapshot that calls see now and swaps it whole.
public final class SnapshotHolder: Sendable {
    private let current: Mutex<CatalogSnapshot>
    /// Moves with each swap, so that a reader sees with one load whether its copy is still the
    /// newest and touches neither the lock nor a reference count on the way of a call.
    private let version = Atomic<UInt64>(0)
    let watchers = CatalogWatchers()
    private let times = Mutex(BuildTimes())
    private let listeners = Mutex<[@Sendable () -> Void]>([])

    public init(_ snapshot: CatalogSnapshot) {
        current = Mutex(snapshot)
        times.withLock { $0.add(snapshot.buildDuration) }
    }

    /// The newest snapshot.
    public var snapshot: CatalogSnapshot { current.withLock { $0 } }

    /// Makes `snapshot` the one that every later call sees. Calls that run keep theirs.
    public func publish(_ snapshot: CatalogSnapshot) {
        current.withLock { $0 = snapshot }
        version.wrappingAdd(1, ordering: .releasing)
        times.withLock { $0.add(snapshot.buildDuration) }
        for listener in listeners.withLock({ $0 }) { listener() }
        watchers.wakeAll()
    }

    public var buildTimes: BuildTimes { times.withLock { $0 } }

    /// Calls `listener` after every swap from now on, on the thread that publishes.
    func onPublish(_ listener: @escaping @Sendable () -> Void) {
        listeners.withLock { $0.append(listener) }
    }

    fileprivate var newestVersion: UInt64 { version.load(ordering: .acquiring) }
}

/// One event loop's copy of the newest snapshot. A class, so that whoever holds it asks the runtime
/// nothing on the way of a call.
final class SnapshotReader {
    private(set) var snapshot: CatalogSnapshot
    private var version: UInt64
    private let holder: SnapshotHolder

    init(_ holder: SnapshotHolder) {
        self.holder = holder
        snapshot = holder.snapshot
        version = 0
    }

    /// Takes over a snapshot that was published since the last call; false when none was.
    @inline(__always)
    func refresh() -> Bool {
        let newest = holder.newestVersion
        if newest == version { return false }
        version = newest
        snapshot = holder.snapshot
        return true
    }
}
