import Dispatch
import EpisodeClient
import EpisodeModel
import EpisodeProtocol
import RPCCore
import Synchronization

/// A server that takes rows in batches. While one is on its way the next is gathered, so the calling
/// thread waits now and then: it must not be one of those that tasks run on.
final class ServerTarget: ImportTarget {
    private let client: EpisodeClient
    private var episodes: [Episode] = []
    private var domains: [UInt32: Domain] = [:]
    private var byteCount = 0
    private var fieldCount = 0
    private var call: PendingUpsert?
    /// Rows that the server has acknowledged.
    private(set) var acknowledgedCount = 0
    private(set) var changes = ImportReport.Changes()
    private(set) var revision: UInt64 = 0

    /// What a domain takes beside its texts.
    private static let domainOverheadByteCount = 64
    /// Fields of a row or domain at most, beside its features.
    private static let rowFieldCount = 24
    /// Fields of one batch: a server takes about a million, in case they are all tiny.
    private static let fieldCountMaximum = 900_000

    init(_ client: EpisodeClient) { self.client = client }

    func add(_ episode: Episode) throws(ImportProblem) {
        try makeRoom(
            EpisodeClient.upsertByteCount(of: episode),
            fields: Self.rowFieldCount + episode.features.count)
        episodes.append(episode)
    }

    func add(_ domain: Domain) throws(ImportProblem) {
        let texts = [domain.name, domain.slug, domain.description, domain.level]
        let size = texts.reduce(Self.domainOverheadByteCount) { $0 + $1.utf8.count }
        try makeRoom(size, fields: Self.rowFieldCount)
        // A server wants each id once; a later one replaces it anyway.
        domains[domain.id] = domain
    }

    /// Counts what is about to be added; sends what is gathered when both do not fit.
    private func makeRoom(_ size: Int, fields: Int) throws(ImportProblem) {
        let isFitting =
            byteCount + size <= EpisodeClient.upsertByteCountMaximum
            && fieldCount + fields <= Self.fieldCountMaximum
        if !isFitting {
            do throws(Failure) {
                try send()
            } catch {
                throw .failure(error)
            }
        }
        byteCount += size
        fieldCount += fields
    }

    /// Waits for the batch before and sends what is gathered.
    private func send() throws(Failure) {
        try wait()
        guard !episodes.isEmpty || !domains.isEmpty else { return }
        call = PendingUpsert(client, episodes, domains.values.sorted { $0.id < $1.id })
        episodes = []
        domains = [:]
        byteCount = 0
        fieldCount = 0
    }

    /// Sends what is left and waits until everything is acknowledged.
    func finish() throws(Failure) {
        try send()
        try wait()
    }

    private func wait() throws(Failure) {
        guard let call else { return }
        self.call = nil
        do throws(RPCError) {
            let answer = try call.wait()
            let created = Int(clamping: answer.created)
            let updated = Int(clamping: answer.updated)
            changes.created += created
            changes.updated += updated
            changes.unchanged += max(0, call.episodeCount - created - updated)
            revision = answer.revision
            acknowledgedCount += call.episodeCount
        } catch {
            throw failure(error)
        }
    }

    private func failure(_ error: RPCError) -> Failure {
        var failure = Failure(error, serverWasHeard: client.hasHeardServer)
        failure.message +=
            "; \(acknowledgedCount) rows were stored before, run the import again for the rest"
        return failure
    }
}

/// One UpsertEpisodes on its way.
private final class PendingUpsert: Sendable {
    let episodeCount: Int
    private let done = DispatchSemaphore(value: 0)
    private let result = Mutex<Result<UpsertEpisodesResponse, RPCError>?>(nil)

    init(_ client: EpisodeClient, _ episodes: [Episode], _ domains: [Domain]) {
        episodeCount = episodes.count
        Task.detached { [self] in
            do throws(RPCError) {
                let answer = try await client.upsertEpisodes(episodes, domains: domains)
                result.withLock { $0 = .success(answer) }
            } catch {
                result.withLock { $0 = .failure(error) }
            }
            done.signal()
        }
    }

    /// Blocks until the answer has come. To be called once.
    func wait() throws(RPCError) -> UpsertEpisodesResponse {
        done.wait()
        guard let result = result.withLock({ $0 }) else {
            throw RPCError(.internalError, "a call ended without an answer")
        }
        return try result.get()
    }
}
