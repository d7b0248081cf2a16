public import EpisodeModel
public import EpisodeStore
internal import Synchronization

/// Serving what the store holds.
extension CatalogKeeper {
    /// From so many changed rows on, or one in so many, a new index over all rows is built instead
    /// of one beside the old: a full build takes about as long then.
    private static let changedRowCountMinimum = 2_000
    private static let changedRowDivisor = 20

    /// Reads a whole store into a snapshot.
    ///
    /// - Complexity: O(rows) memory for the index; rows are read one at a time.
    public static func load(
        _ store: any CatalogStore, source: String, loadedAt: Timestamp?,
        onProgress: @escaping (BuildProgress) -> Void = { _ in }
    ) throws(StoreError) -> CatalogSnapshot {
        let builder = SnapshotBuilder(onProgress: onProgress)
        let revision = try store.readAll { (row) throws(StoreError) in
            do throws(EpisodeError) {
                switch row {
                case .episode(let episode): try builder.addUnique(episode)
                case .domain(let domain): try builder.add(domain)
                }
            } catch {
                throw StoreError(error, of: source)
            }
        }
        return builder.finish(revision: revision, loadedAt: loadedAt, source: source)
    }

    /// Waits for a change of the store by anyone, and serves it. For a loop of its own: returns when
    /// something was served, or after so long.
    ///
    /// A fault is reported once, when it begins, and again when it is over; what was served before
    /// goes on being served.
    /// What could not be served is tried again a second later at the soonest.
    public func follow(timeoutMilliseconds: Int64) {
        if lastFault.withLock({ $0 != nil }) {
            _ = store.waitForRevision(
                beyond: .max, timeoutMilliseconds: min(timeoutMilliseconds, 1_000))
        }
        let served = snapshots.snapshot.revision
        guard store.waitForRevision(beyond: served, timeoutMilliseconds: timeoutMilliseconds)
        else { return }
        surroundings.serially { [self] in
            do throws(StoreError) {
                try catchUp()
                note(nil)
            } catch {
                count(error)
                note(error.message)
            }
        }
    }

    private func note(_ fault: String?) {
        let isNews = lastFault.withLock { last in
            defer { last = fault }
            return last != fault
        }
        guard isNews else { return }
        surroundings.report(
            fault.map { "\($0); the catalogue stays as it is until the store can be read" }
                ?? "the store can be read again")
    }

    /// Serves everything that was committed until now. On the serial queue.
    func catchUp() throws(StoreError) {
        let served = snapshots.snapshot
        let most = max(Self.changedRowCountMinimum, served.rowCount / Self.changedRowDivisor)
        switch try store.changes(after: served.revision, episodeCountMaximum: most) {
        case .changes(let changes):
            guard changes.revision != served.revision else { return }
            let edit = CatalogEdit(
                upserts: changes.episodes, deletes: changes.deletedIDs,
                domains: changes.domains?.inListOrder)
            do throws(EpisodeError) {
                _ = try editor.apply(
                    edit, revision: changes.revision, loadedAt: surroundings.wallClock())
            } catch {
                throw StoreError(error, of: source)
            }
        case .gone:
            editor.replace(
                with: try Self.load(store, source: source, loadedAt: surroundings.wallClock()))
        }
    }
}

extension StoreError {
    /// A row of the store that cannot be served.
    fileprivate init(_ error: EpisodeError, of source: String) {
        self.init(
            code: .invalidRow, file: source, problem: "a row cannot be served: \(error)",
            remedy: "correct the row in the store")
    }
}
