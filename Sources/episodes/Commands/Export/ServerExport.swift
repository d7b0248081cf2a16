import CommandLineKit
import EpisodeClient
import EpisodeModel
import EpisodeProtocol
import RPCCore

/// `export` from a server: a stream of one revision, taken up again when the server ends it early.
struct ServerExport {
    let plan: ExportPlan
    let session: Session

    /// Catalogues that change faster than an export can begin so often are not waited for.
    private static let attemptCountMaximum = 5

    func run() async throws(Failure) -> ExitCode {
        var request = plan.request
        var names: DomainNames?
        request.domains = try await session.domainIDs(plan.domains, &names)
        var (batches, start) = try await begin(request)
        let expectedCount = plan.choosesAll ? Int(clamping: start.episodeCount) : nil
        let output = try ExportOutput(
            plan, session.settings, domains: start.domains, expectedCount: expectedCount)
        var batch = start.firstBatch
        while true {
            if let batch {
                for episode in batch.episodes { try output.write(episode) }
            } else {
                break
            }
            do throws(Failure) {
                batch = try await next(&batches)
            } catch {
                (batches, batch) = try await resume(
                    request, after: output.rowCount, of: start, error)
            }
        }
        try output.finish()
        return .ok
    }

    /// What is known when the first batch has come.
    private struct Start {
        var domains: [Domain]
        /// Of the whole catalogue.
        var episodeCount: Int64
        var revision: UInt64
        /// Nil when nothing matches.
        var firstBatch: StreamEpisodesResponse?
    }

    /// Begins a stream of the same revision that the domains are of.
    private func begin(
        _ request: ListEpisodesRequest
    ) async throws(Failure) -> (EpisodeBatches.Iterator, Start) {
        for _ in 0..<Self.attemptCountMaximum {
            let catalog = try await session.timed("catalog") { (client) throws(RPCError) in
                try await client.catalog()
            }
            let domains = try await session.domainNames().domains
            var batches = try stream(request)
            let batch = try await next(&batches)
            guard batch.map({ $0.revision == catalog.revision }) ?? true else { continue }
            let start = Start(
                domains: domains, episodeCount: catalog.episodeCount, revision: catalog.revision,
                firstBatch: batch)
            return (batches, start)
        }
        throw Failure(
            .status(StatusCode.aborted.rawValue), status: StatusCode.aborted.name,
            message: "the catalogue changes all the time; try again, or export with --store")
    }

    private func stream(
        _ request: ListEpisodesRequest
    ) throws(Failure) -> EpisodeBatches.Iterator {
        do throws(RPCError) {
            return try session.client.streamEpisodes(request).makeAsyncIterator()
        } catch {
            throw Failure(error, serverWasHeard: session.client.hasHeardServer)
        }
    }

    private func next(
        _ batches: inout EpisodeBatches.Iterator
    ) async throws(Failure) -> StreamEpisodesResponse? {
        var iterator = batches
        let batch = try await session.timed("stream") { (_) throws(RPCError) in
            try await iterator.next()
        }
        batches = iterator
        return batch
    }

    /// A server bounds how long a stream lasts, so one that took too long goes on where it ended.
    private func resume(
        _ request: ListEpisodesRequest, after count: Int, of start: Start, _ failure: Failure
    ) async throws(Failure) -> (EpisodeBatches.Iterator, StreamEpisodesResponse?) {
        guard failure.status == StatusCode.deadlineExceeded.name, let skip = Int32(exactly: count)
        else { throw failure }
        var rest = request
        rest.skip = skip
        var batches = try stream(rest)
        let batch = try await next(&batches)
        if let batch, batch.revision != start.revision {
            throw Failure(
                .status(StatusCode.aborted.rawValue), status: StatusCode.aborted.name,
                message: "the catalogue changed after \(count) episodes; export it again")
        }
        return (batches, batch)
    }
}
