public import EpisodeModel
public import EpisodeStore
public import RPCCore
internal import Synchronization

/// Keeps what is served in step with a store: takes edits to it, and follows those of others.
///
/// Everything that reads or writes the store runs on one serial queue, an edit after the other, so
/// that revisions are served in the order they were committed. Calls that read never wait for it.
public final class CatalogKeeper: Sendable {
    /// Edits that wait, in bytes of their requests and of what these became; one may always wait.
    public static let waitingByteCountMaximum = 268_435_456

    /// What the keeper needs of the program around it.
    public struct Surroundings: Sendable {
        /// Runs pieces of work one after the other, in order.
        public var serially: CatalogEditor.Background
        /// Runs long work elsewhere.
        public var background: CatalogEditor.Background
        public var now: @Sendable () -> MonotonicTime
        public var wallClock: @Sendable () -> Timestamp?
        /// Takes one line about a fault that no call can be told of, and about its end.
        public var report: @Sendable (String) -> Void

        public init(
            serially: @escaping CatalogEditor.Background,
            background: @escaping CatalogEditor.Background,
            now: @escaping @Sendable () -> MonotonicTime,
            wallClock: @escaping @Sendable () -> Timestamp?,
            report: @escaping @Sendable (String) -> Void
        ) {
            self.serially = serially
            self.background = background
            self.now = now
            self.wallClock = wallClock
            self.report = report
        }
    }

    let store: any CatalogStore
    let source: String
    let snapshots: SnapshotHolder
    let editor: CatalogEditor
    let surroundings: Surroundings
    private let waitingByteCount = Mutex(0)
    private let errorCount = Atomic(0)
    /// The message of the last fault while following; nil when all is well.
    let lastFault = Mutex<String?>(nil)

    /// - Parameters:
    ///   - snapshots: holds what `CatalogKeeper.load` read from the same store.
    ///   - source: what the catalogue is called, for people.
    public init(
        _ store: any CatalogStore, source: String, _ snapshots: SnapshotHolder,
        _ surroundings: Surroundings, policy: MergePolicy = MergePolicy()
    ) {
        self.store = store
        self.source = source
        self.snapshots = snapshots
        self.surroundings = surroundings
        editor = CatalogEditor(snapshots, policy: policy, background: surroundings.background)
    }

    /// Puts an edit in line; its ticket hears what became of it.
    ///
    /// - Parameter deadline: an edit whose turn has not come by then is not begun. One that was
    ///   begun is finished, whether or not its caller still waits.
    /// - Returns: why the edit is not taken; its ticket hears nothing then.
    func submit(
        _ edit: StoreEdit, byteCount: Int, deadline: MonotonicTime, _ ticket: EditTicket
    ) -> RPCError? {
        // What is held is what was decoded: a row of a few bytes takes some hundreds.
        let held =
            byteCount + edit.episodes.count * MemoryLayout<Episode>.stride
            + edit.deletedIDs.count * MemoryLayout<UInt64>.stride
        let isTaken = waitingByteCount.withLock { waiting in
            guard waiting == 0 || waiting + held <= Self.waitingByteCountMaximum else {
                return false
            }
            waiting += held
            return true
        }
        guard isTaken else {
            return RPCError(.resourceExhausted, "too many edits wait; send this one again later")
        }
        surroundings.serially { [self] in
            defer { waitingByteCount.withLock { $0 -= held } }
            guard surroundings.now() < deadline else {
                return ticket.finish(
                    .failure(
                        RPCError(
                            .deadlineExceeded, "the deadline passed before the edit was begun")))
            }
            do throws(RPCError) {
                ticket.finish(.success(try perform(edit)))
            } catch {
                ticket.finish(.failure(error))
            }
        }
        return nil
    }

    /// Makes an edit durable and visible.
    private func perform(_ edit: StoreEdit) throws(RPCError) -> StoreReceipt {
        let receipt: StoreReceipt
        do throws(StoreError) {
            receipt = try store.apply(edit)
        } catch {
            count(error)
            throw RPCError(error)
        }
        // Read back rather than taken from the request: what is served is what is stored, and edits
        // of others that came before this one are served before it.
        do throws(StoreError) {
            try catchUp()
        } catch {
            count(error)
            throw RPCError(
                .internalError,
                "the edit is durable as revision \(receipt.revision), but this server could not "
                    + "read it back: \(error.message)")
        }
        return receipt
    }

    /// Faults of the store so far; what was wrong with an edit itself is none.
    var storeErrorCount: Int { errorCount.load(ordering: .relaxed) }

    func count(_ error: StoreError) {
        guard error.code != .invalidRow, error.code != .tooLarge else { return }
        errorCount.add(1, ordering: .relaxed)
    }
}
