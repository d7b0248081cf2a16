import Dispatch
import EpisodeService

/// Reads the catalogue file again while the server answers from the old one.
///
/// One reading at a time on a queue of its own; a file that is wrong leaves the old catalogue in
/// place.
struct CatalogReload {
    private let queue = DispatchQueue(label: "episodes.reload", qos: .utility)
    private let options: ServeOptions
    private let service: EpisodeService

    init(_ options: ServeOptions, _ service: EpisodeService) {
        self.options = options
        self.service = service
    }

    /// Returns at once; what became of it is said on standard error.
    func start() {
        queue.async { [options, service] in
            guard options.catalogPath != "-" else {
                Log.line("cannot read standard input again; the catalogue stays as it is")
                return
            }
            let revision = service.snapshots.snapshot.revision + 1
            do throws(StartFailure) {
                let snapshot = try CatalogLoading.load(options, revision: revision)
                service.snapshots.publish(snapshot)
                Log.line("reloaded: \(snapshot.rowCount) episodes at revision \(revision)")
            } catch {
                Log.line("\(error.message); the catalogue stays as it is")
            }
        }
    }
}
