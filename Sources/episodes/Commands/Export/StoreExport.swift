import CatalogFormats
import CommandLineKit
import EpisodeModel
import EpisodeStore

/// `export --store`: everything that a store holds.
struct StoreExport {
    let plan: ExportPlan
    let settings: Settings

    /// Domains come first from a store, so they are gathered until the first episode.
    private final class Sink {
        var domains: [Domain] = []
        var output: ExportOutput?
        /// What ended the reading, when it was not the store.
        var failure: Failure?
    }

    func run(_ path: String) throws(Failure) -> ExitCode {
        let sink = Sink()
        do throws(StoreError) {
            let store = try SQLiteStore.open(path: path, readOnly: true)
            let count = try store.episodeCount()
            _ = try store.readAll { row throws(StoreError) in
                do throws(Failure) {
                    try take(row, sink, expectedCount: count)
                } catch {
                    sink.failure = error
                    // Ends the reading; the failure says why.
                    throw StoreError(code: .io, file: path, problem: "", remedy: "")
                }
            }
        } catch {
            throw sink.failure ?? Failure(error)
        }
        try output(sink, expectedCount: 0).finish()
        return .ok
    }

    private func take(
        _ row: StoredRow, _ sink: Sink, expectedCount: Int
    ) throws(Failure) {
        switch row {
        case .domain(let domain): sink.domains.append(domain)
        case .episode(let episode):
            try output(sink, expectedCount: expectedCount).write(episode)
        }
    }

    private func output(_ sink: Sink, expectedCount: Int) throws(Failure) -> ExportOutput {
        if let output = sink.output { return output }
        let output = try ExportOutput(
            plan, settings, domains: sink.domains, expectedCount: expectedCount)
        sink.output = output
        return output
    }
}
