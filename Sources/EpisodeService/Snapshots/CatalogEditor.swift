public import EpisodeModel
internal import Synchronization

/// Applies edits to the catalogue that is served, one after the other.
///
/// An edit is visible to every call that begins after `apply` has returned. When changes have
/// piled up, they are merged into a new base in the background; calls and edits go on meanwhile.
public final class CatalogEditor: Sendable {
    /// Runs a long piece of work somewhere else.
    public typealias Background = @Sendable (@escaping @Sendable () -> Void) -> Void

    private struct State {
        var isMerging = false
    }

    private let snapshots: SnapshotHolder
    private let policy: MergePolicy
    private let background: Background
    /// Held by whoever publishes.
    private let state = Mutex(State())

    public init(
        _ snapshots: SnapshotHolder, policy: MergePolicy = MergePolicy(),
        background: @escaping Background
    ) {
        self.snapshots = snapshots
        self.policy = policy
        self.background = background
    }

    /// Applies an edit to the newest snapshot and publishes the result.
    ///
    /// - Parameter revision: of the result; nil for the one after the newest.
    /// - Throws: when a row is too large or there would be too many rows; nothing is changed then.
    public func apply(
        _ edit: CatalogEdit, revision: UInt64? = nil, loadedAt: Timestamp?
    ) throws(EpisodeError) -> (snapshot: CatalogSnapshot, summary: CatalogEdit.Summary) {
        let result = try state.withLock { state throws(EpisodeError) in
            let newest = snapshots.snapshot
            let result = try newest.applying(
                edit, revision: revision ?? newest.revision + 1, loadedAt: loadedAt,
                source: newest.source)
            snapshots.publish(result.snapshot)
            return result
        }
        mergeIfDue()
        return result
    }

    /// Publishes a snapshot that owes nothing to the one before.
    public func replace(with snapshot: CatalogSnapshot) {
        state.withLock { _ in snapshots.publish(snapshot) }
        mergeIfDue()
    }

    private func mergeIfDue() {
        let old: CatalogSnapshot? = state.withLock { state in
            let newest = snapshots.snapshot
            guard !state.isMerging, policy.isMergeDue(newest) else { return nil }
            state.isMerging = true
            return newest
        }
        guard let old else { return }
        background { [self] in
            if merge(old) { mergeIfDue() }
        }
    }

    /// Merges a snapshot and applies to the result what was edited meanwhile.
    ///
    /// - Returns: false when that failed, which leaves the changes beside their base: the answers
    ///   are the same, and the next edit tries again.
    private func merge(_ old: CatalogSnapshot) -> Bool {
        let merged = try? old.merged()
        return state.withLock { state in
            state.isMerging = false
            guard let merged else { return false }
            let newest = snapshots.snapshot
            // Without a common base the whole catalogue was replaced meanwhile.
            guard let edit = newest.edit(since: old) else { return true }
            guard
                let result = try? merged.applying(
                    edit, revision: newest.revision, loadedAt: newest.loadedAt,
                    source: newest.source)
            else { return false }
            snapshots.publish(result.snapshot)
            return true
        }
    }
}
