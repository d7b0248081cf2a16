import Dispatch
import EpisodeModel
import EpisodeService
import EpisodeStore
import RPCCore
import SocketTransport

/// A store as it is served: read into memory, and kept in step.
struct StoreServing {
    let snapshots: SnapshotHolder
    let keeper: CatalogKeeper
    private let store: SQLiteStore
    private let edits = DispatchQueue(label: "episodes.edits")

    /// How long one wait for a change lasts; only how soon the waiting thread looks about.
    private static let followMilliseconds: Int64 = 10_000

    /// Opens a store and reads it whole.
    init(_ path: String, _ options: ServeOptions) throws(StartFailure) {
        let store = try StoreOpening.open(
            path, allowsWrites: options.allowsWrites, sample: options.usesSample)
        let snapshot: CatalogSnapshot
        do throws(StoreError) {
            snapshot = try CatalogKeeper.load(
                store, source: path,
                loadedAt: Timestamp(microsecondsSinceEpoch: WallClock.microsecondsSinceEpoch),
                onProgress: CatalogLoading.tell)
        } catch {
            throw StartFailure(error)
        }
        self.store = store
        snapshots = SnapshotHolder(snapshot)
        keeper = CatalogKeeper(store, source: path, snapshots, Self.surroundings(edits))
    }

    private static func surroundings(_ edits: DispatchQueue) -> CatalogKeeper.Surroundings {
        let merges = DispatchQueue(label: "episodes.merges", qos: .utility)
        return CatalogKeeper.Surroundings(
            serially: { work in edits.async(execute: work) },
            background: { work in
                merges.async {
                    work()
                    Heap.trim()
                }
            },
            now: { .now },
            wallClock: {
                Timestamp(microsecondsSinceEpoch: WallClock.microsecondsSinceEpoch)
            },
            report: { Log.line($0) })
    }

    /// At the end: leaves the store in one file, behind the edits that are on their way.
    func finish() { edits.sync { store.settle() } }

    /// Serves from now on what anyone commits to the store.
    func startFollowing() {
        let (keeper, edits) = (self.keeper, self.edits)
        // A queue of its own, as it blocks its thread for good.
        DispatchQueue(label: "episodes.follow", qos: .utility).async {
            while true {
                keeper.follow(timeoutMilliseconds: Self.followMilliseconds)
                // Until it is served the change is still news to the store.
                edits.sync {}
            }
        }
    }
}
