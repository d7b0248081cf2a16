import Dispatch
import EpisodeService
import SocketTransport
import Synchronization

/// Reads the catalogue file again while the server answers from the old one.
///
/// One reading at a time on a queue of its own; whatever is asked for meanwhile is one more reading
/// after it. A file that is wrong leaves the old catalogue in place.
final class CatalogReload: Sendable {
    private enum State { case idle, reading, askedAgain }

    private let state = Mutex(State.idle)
    /// On the pool where connections are accepted, so that both share few threads; but with one
    /// processor that pool has one thread, and accepting must not wait for a reading.
    private let queue = DispatchQueue(
        label: "episodes.reload",
        target: Processors.availableCount > 1 ? .global() : .global(qos: .utility))
    private let path: String
    private let options: ServeOptions
    private let service: EpisodeService
    private let notifier: ServiceNotifier

    init(
        _ path: String, _ options: ServeOptions, _ service: EpisodeService,
        _ notifier: ServiceNotifier
    ) {
        self.path = path
        self.options = options
        self.service = service
        self.notifier = notifier
    }

    /// Returns at once; what became of it is said on standard error and to the service manager.
    func start() {
        state.withLock { state in
            // Under the lock, so that the manager hears of the beginnings and ends in order.
            notifier.tell(.reloading)
            switch state {
            case .idle:
                state = .reading
                queue.async { [self] in readUntilCurrent() }
            case .reading, .askedAgain: state = .askedAgain
            }
        }
    }

    private func readUntilCurrent() {
        var isDone = false
        while !isDone {
            let status = read()
            isDone = state.withLock { state in
                guard state == .reading else {
                    state = .reading
                    return false
                }
                state = .idle
                notifier.tell(.ready(status: status))
                return true
            }
        }
    }

    private func read() -> String {
        guard path != "-" else {
            return keep("standard input cannot be read again")
        }
        let served = service.snapshots.snapshot
        let revision = served.revision + 1
        var isShown = false
        func show(_ snapshot: CatalogSnapshot) {
            service.snapshots.publish(snapshot)
            guard !isShown else { return }
            isShown = true
            Log.line("reloaded: \(snapshot.rowCount) episodes at revision \(revision)")
        }
        do throws(StartFailure) {
            let snapshot = try CatalogLoading.load(
                path, options, revision: revision, replacing: served, publishEarly: show)
            show(snapshot)
            Heap.trim()
            return Self.status(snapshot)
        } catch {
            return keep(error.message)
        }
    }

    private func keep(_ reason: String) -> String {
        let line = "\(reason); the catalogue stays as it is"
        Log.line(line)
        return line
    }

    /// What the service manager shows while this snapshot is served.
    static func status(_ snapshot: CatalogSnapshot) -> String {
        "serving \(snapshot.rowCount) episodes at revision \(snapshot.revision)"
    }
}
