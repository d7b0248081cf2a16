import EpisodeModel
import EpisodeStore
import Synchronization

/// A store whose reading fails while a test wants it to.
final class FaultyStore: CatalogStore {
    private let store: any CatalogStore
    private let fault = Mutex<StoreError?>(nil)

    init(_ store: any CatalogStore) { self.store = store }

    func fail(_ error: StoreError?) { fault.withLock { $0 = error } }

    private func check() throws(StoreError) {
        if let error = fault.withLock({ $0 }) { throw error }
    }

    var identity: CatalogIdentity { store.identity }
    func revision() throws(StoreError) -> UInt64 { try store.revision() }
    func episodeCount() throws(StoreError) -> Int { try store.episodeCount() }

    func readAll(_ sink: (StoredRow) throws(StoreError) -> Void) throws(StoreError) -> UInt64 {
        try check()
        return try store.readAll(sink)
    }

    func changes(
        after revision: UInt64, episodeCountMaximum: Int
    ) throws(StoreError) -> StoreChangesAnswer {
        try check()
        return try store.changes(after: revision, episodeCountMaximum: episodeCountMaximum)
    }

    func waitForRevision(beyond revision: UInt64, timeoutMilliseconds: Int64) -> Bool {
        store.waitForRevision(beyond: revision, timeoutMilliseconds: timeoutMilliseconds)
    }

    func apply(_ edit: StoreEdit) throws(StoreError) -> StoreReceipt { try store.apply(edit) }
    func begin(_ mode: BulkMode) throws(StoreError) -> any BulkEdit { try store.begin(mode) }
    func trim(through revision: UInt64) throws(StoreError) -> Int {
        try store.trim(through: revision)
    }
}
