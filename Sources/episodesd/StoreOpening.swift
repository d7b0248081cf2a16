import CatalogFormats
import CommandLineKit
import EpisodeModel
import EpisodeService
import EpisodeStore
import SocketTransport

/// Finds, makes and fills the store that is to be served.
enum StoreOpening {
    /// Opens the store of a path; makes it when there is none.
    static func open(
        _ path: String, allowsWrites: Bool, sample: Bool
    ) throws(StartFailure) -> SQLiteStore {
        do throws(StoreError) {
            let store = try openOrMake(path, allowsWrites: allowsWrites)
            if try store.revision() == 0 {
                if sample {
                    try fillWithSample(store)
                } else {
                    Log.line(
                        "\(path): the store is empty; fill it with 'episodes import FILE --store "
                            + "\(path)' while it is served, or start with --sample")
                }
            } else if sample {
                Log.line("\(path): the store has been edited before, so --sample adds nothing")
            }
            return store
        } catch {
            throw StartFailure(error)
        }
    }

    /// A server that takes no edits can serve a store that it may not write.
    private static func openOrMake(
        _ path: String, allowsWrites: Bool
    ) throws(StoreError) -> SQLiteStore {
        do throws(StoreError) {
            return try SQLiteStore.open(path: path, create: true)
        } catch {
            guard error.code == .readOnly, !allowsWrites else { throw error }
            return try SQLiteStore.open(path: path, readOnly: true)
        }
    }

    private static func fillWithSample(_ store: SQLiteStore) throws(StoreError) {
        let edit = try store.begin(.replace)
        // Asked again where nobody else can edit: somebody may have filled it in this moment.
        guard try store.revision() == 0 else { return edit.rollback() }
        let feed = StoreFeed(edit)
        do throws(CatalogFault) {
            let source = try CatalogSource.sample()
            _ = try CatalogReader(skipsBadRows: false).read(source, into: feed)
        } catch {
            throw feed.fault
                ?? StoreError(
                    code: .io, file: store.path, problem: "cannot be filled: \(error.description)",
                    remedy: "")
        }
        let receipt = try feed.edit.commit()
        Log.line("\(store.path): filled with \(receipt.created) sample episodes")
    }
}

/// Puts rows into a store.
private final class StoreFeed: CatalogConsumer {
    let edit: any BulkEdit
    /// What the store said when it took no more.
    private(set) var fault: StoreError?

    init(_ edit: any BulkEdit) { self.edit = edit }

    func receive(_ episode: Episode, at position: RowPosition) throws(EpisodeError) {
        do throws(StoreError) { try edit.add(episode) } catch { throw note(error) }
    }

    func receive(_ domain: Domain) throws(EpisodeError) {
        do throws(StoreError) { try edit.add(domain) } catch { throw note(error) }
    }

    private func note(_ error: StoreError) -> EpisodeError {
        fault = error
        return EpisodeError(
            code: .unavailable, field: "", problem: error.problem, remedy: error.remedy)
    }
}

extension StartFailure {
    init(_ error: StoreError) {
        let exitCode: ExitCode =
            switch error.code {
            case .damaged, .newerSchema, .notAStore, .invalidRow: .badData
            default: .internalError
            }
        self.init(message: error.description, exitCode: exitCode)
    }
}
