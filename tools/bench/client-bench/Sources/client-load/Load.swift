import EpisodeClient
import Synchronization

/// Keeps calls in flight for a while and counts the answers.
final class Load: Sendable {
    private enum Phase {
        static let warmUp = 0
        static let measuring = 1
        static let over = 2
    }

    /// What was measured.
    struct Result: Sendable {
        var callCount = 0
        var replyByteCount = 0
        var duration = Duration.zero
    }

    private let plan: Plan
    private let client: EpisodeClient
    private let phase = Atomic<Int>(Phase.warmUp)

    init(_ plan: Plan) throws {
        self.plan = plan
        var configuration = ClientConfiguration(server: plan.address)
        configuration.connectionCountPerServer = plan.connectionCount
        configuration.inFlightPerConnectionMaximum = max(1_000, plan.inFlight)
        configuration.timeoutMilliseconds = 20_000
        configuration.retries = .none
        client = try EpisodeClient(configuration)
    }

    func run() async throws -> Result {
        try await client.waitUntilReady()
        let clock = ContinuousClock()
        async let timer = Task.detached { [self] in
            try await Task.sleep(for: .milliseconds(150))
            let start = clock.now
            phase.store(Phase.measuring, ordering: .relaxed)
            try await Task.sleep(for: .seconds(plan.seconds))
            phase.store(Phase.over, ordering: .relaxed)
            return clock.now - start
        }.value
        let executor = plan.threads == .loop ? client.taskExecutor : nil
        var result = try await withThrowingTaskGroup(of: Result.self) { group in
            for number in 0..<(plan.inFlight * plan.connectionCount) {
                group.addTask(executorPreference: executor) { [self] in try await call(number) }
            }
            return try await group.reduce(into: Result()) { sum, one in
                sum.callCount += one.callCount
                sum.replyByteCount += one.replyByteCount
            }
        }
        result.duration = try await timer
        return result
    }

    /// One call after the other.
    private func call(_ first: Int) async throws -> Result {
        var result = Result()
        var number = first
        var sizes = [Int](repeating: -1, count: plan.requests.count)
        while true {
            let place = number % plan.requests.count
            number += 1
            let size: Int
            switch plan.replies {
            case .bytes:
                size = try await client.call(.listEpisodes, plan.requests[place]).count
            case .values:
                size = try await client.listEpisodes(ListEpisodesRequest.firstScreen).episodes.count
            }
            if sizes[place] < 0 { sizes[place] = size }
            guard sizes[place] == size, size > 0 else {
                throw RPCError(.internalError, "an answer of another length: \(size)")
            }
            switch phase.load(ordering: .relaxed) {
            case Phase.warmUp: break
            case Phase.measuring:
                result.callCount += 1
                result.replyByteCount += size
            default: return result
            }
        }
    }
}

extension ListEpisodesRequest {
    /// Two platforms, two levels, the most popular first.
    fileprivate static var firstScreen: ListEpisodesRequest {
        var request = ListEpisodesRequest()
        request.domains = [1, 2]
        request.difficulties = [.beginner, .intermediate]
        request.sort = "-popularity"
        return request
    }
}
