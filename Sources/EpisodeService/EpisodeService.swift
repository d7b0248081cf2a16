public import RPCCore
internal import Synchronization

/// What a server answers from: the snapshot of now and how the service is set up. Shared by all
/// event loops; each gets its own handler.
public final class EpisodeService: RequestHandlerFactory {
    public struct Configuration: Sendable {
        /// Stream URL of rows that carry none; `{video_identifier}` is filled in.
        public var streamURLTemplate: String
        /// How long a call may wait for its `min_revision`.
        public var revisionWaitMilliseconds: Int64

        /// Rows that a StreamEpisodes call looks ahead: 4 bytes of memory each for every open
        /// stream, and one search for so many rows.
        public var streamWindowRowCount: Int
        /// Memory of each loop for replies that are sent again when the same request comes again;
        /// 0 keeps none.
        public var replyCacheByteCount: Int
        /// Take edits of the catalogue; needs a store.
        public var allowsWrites: Bool

        /// What servers keep unless told otherwise: some 700 pages of 20 rows, which are most of
        /// what visitors ask for, and little beside the memory of a catalogue.
        public static let replyCacheByteCountOfServers = 4_194_304

        public init(
            streamURLTemplate: String = "", revisionWaitMilliseconds: Int64 = 500,
            streamWindowRowCount: Int = 16_384, replyCacheByteCount: Int = 0,
            allowsWrites: Bool = false
        ) {
            self.streamURLTemplate = streamURLTemplate
            self.revisionWaitMilliseconds = revisionWaitMilliseconds
            self.streamWindowRowCount = max(streamWindowRowCount, 1)
            self.replyCacheByteCount = max(replyCacheByteCount, 0)
            self.allowsWrites = allowsWrites
        }
    }

    public let snapshots: SnapshotHolder
    public let configuration: Configuration
    /// Of the store that is served; nil when a file is.
    let keeper: CatalogKeeper?
    private let draining = Atomic<Bool>(false)
    let healthWatchers = CatalogWatchers()

    public init(
        _ snapshots: SnapshotHolder, configuration: Configuration = Configuration(),
        keeper: CatalogKeeper? = nil
    ) {
        self.snapshots = snapshots
        self.configuration = configuration
        self.keeper = keeper
    }

    public var methods: MethodTable {
        EpisodeMethods.table(takesEdits: keeper != nil && configuration.allowsWrites)
    }

    public func makeHandler() -> any RequestHandler { EpisodeHandler(self) }

    public func onSourceChange(_ listener: @escaping @Sendable () -> Void) {
        snapshots.onPublish(listener)
    }

    /// Faults of the store that is served so far; nil when a file is served.
    public var storeErrorCount: Int? { keeper?.storeErrorCount }

    /// From now on health checks answer NOT_SERVING, so that balancers send no new clients; those
    /// who watch the health are told, and watches end.
    public func beginDraining() {
        draining.store(true, ordering: .releasing)
        snapshots.watchers.wakeAll()
        healthWatchers.wakeAll()
    }

    /// False from the beginning of the drain.
    public var isServing: Bool { !draining.load(ordering: .acquiring) }
}
