import CatalogFormats
import EpisodeModel
import EpisodeStore

/// One transaction of a store.
final class StoreTarget: ImportTarget {
    private let edit: any BulkEdit
    private var unchangedCount = 0

    /// Begins it; other writers of the store wait until it ends.
    init(_ store: SQLiteStore, replaces: Bool) throws(Failure) {
        do throws(StoreError) {
            edit = try store.begin(replaces ? .replace : .upsert)
        } catch {
            throw Failure(error)
        }
    }

    func add(_ episode: Episode) throws(ImportProblem) {
        do throws(StoreError) {
            if try edit.add(episode) == .unchanged { unchangedCount += 1 }
        } catch {
            throw Self.problem(error)
        }
    }

    func add(_ domain: Domain) throws(ImportProblem) {
        do throws(StoreError) {
            try edit.add(domain)
        } catch {
            throw Self.problem(error)
        }
    }

    private static func problem(_ error: StoreError) -> ImportProblem {
        guard error.code == .invalidRow else { return .failure(Failure(error)) }
        return .row(.invalid("", error.problem, error.remedy))
    }

    /// Makes it durable and visible.
    func commit(_ report: inout ImportReport) throws(Failure) {
        do throws(StoreError) {
            let receipt = try edit.commit()
            report.changes = ImportReport.Changes(
                created: receipt.created, updated: receipt.updated, unchanged: unchangedCount,
                deleted: receipt.deleted)
            report.revision = receipt.revision
        } catch {
            throw Failure(error)
        }
    }

    func rollback() { edit.rollback() }
}

/// What an import would change in a store, without changing anything.
enum StoreComparison {
    /// - Parameter register: the rows of the file.
    static func changes(
        _ path: String, _ register: RowRegister, replaces: Bool
    ) throws(Failure) -> ImportReport.Changes {
        var changes = ImportReport.Changes()
        do throws(StoreError) {
            let store = try SQLiteStore.open(path: path, readOnly: true)
            _ = try store.readAll { row throws(StoreError) in
                guard case .episode(let episode) = row else { return }
                switch register.fingerprint(of: episode.id) {
                case nil: changes.deleted += replaces ? 1 : 0
                case RowFingerprint(episode): changes.unchanged += 1
                default: changes.updated += 1
                }
            }
        } catch {
            // A store that does not exist would be made.
            guard error.code == .notFound else { throw Failure(error) }
        }
        changes.created = register.count - changes.unchanged - changes.updated
        return changes
    }
}
