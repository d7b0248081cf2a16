import Foundation
import LatencyHistogram
import LoadGenerator
import LoadTransport
import RPCCore
import SocketTransport
import Testing

/// Holds the suites that open sockets: one after the other, as some look at the pace of things.
@Suite(.serialized, .timeLimit(.minutes(3)))
enum LiveLoadTests {}

/// Runs loads for tests and keeps their seconds.
enum Loading {
    static func open(
        _ rate: Double, seconds: Double, connections: Int = 2, streams: Int = 512,
        pattern: ArrivalPattern = .uniform, timeoutMilliseconds: Int64 = 5_000,
        warmup: Double = 0, calls: UInt64? = nil, payload: [UInt8] = [0]
    ) throws -> LoadPlan {
        LoadPlan(
            pace: .open(
                try #require(LoadSchedule.constant(perSecond: rate, seconds: seconds)), pattern),
            mix: try mix(payload), connectionCount: connections, streamCount: streams,
            timeoutMilliseconds: timeoutMilliseconds, seed: 1, warmupSeconds: warmup,
            callCountMaximum: calls)
    }

    static func closed(
        seconds: Double, connections: Int = 1, streams: Int = 1, calls: UInt64? = nil,
        payload: [UInt8] = [0]
    ) throws -> LoadPlan {
        LoadPlan(
            pace: .closed(seconds: seconds), mix: try mix(payload), connectionCount: connections,
            streamCount: streams, timeoutMilliseconds: 5_000, seed: 1, callCountMaximum: calls)
    }

    private static func mix(_ payload: [UInt8]) throws -> RequestMix {
        try #require(
            RequestMix([MixEntry(service: "test.Service", method: "Call", payload: payload)]))
    }

    static func run(
        _ plan: LoadPlan, _ port: UInt16, _ wireProtocol: LoadTarget.WireProtocol = .native,
        control: LoadControl? = nil
    ) async throws -> RunResult {
        let address = SocketAddress.tcp(host: "127.0.0.1", port: port)
        let control = try control ?? LoadControl()
        let (intervals, feed) = AsyncStream.makeStream(of: IntervalRecord.self)
        var result = try await LoadRunner.run(
            plan,
            to: LoadTarget(
                address: address, wireProtocol: wireProtocol, connectTimeoutMilliseconds: 5_000),
            control: control
        ) { feed.yield($0) }
        feed.finish()
        for await interval in intervals { result.series.append(SeriesPoint(interval)) }
        expectComplete(result)
        return result
    }

    /// What holds for every result: no call is lost from the books.
    static func expectComplete(_ result: RunResult) {
        let neverSent = result.tally(.notSent)?.count ?? 0
        #expect(result.endedCount == result.sentCount + neverSent)
        #expect(result.neverSentCount == neverSent)
        #expect(result.lateness.totalCount >= result.sentCount)
        #expect(result.answersAfterSendingCount <= result.answeredCount)
        #expect(result.series.reduce(0) { $0 + $1.sentCount } == result.sentCount)
        #expect(result.series.reduce(0) { $0 + $1.okCount } == result.okCount)
        #expect(result.series.reduce(0) { $0 + $1.failureCount } + neverSent == result.failureCount)
        for tally in result.tallies where tally.outcome != .notSent {
            #expect(tally.response.totalCount == tally.service.totalCount)
            #expect((tally.service.maximum ?? 0) <= (tally.response.maximum ?? 0))
        }
    }
}
