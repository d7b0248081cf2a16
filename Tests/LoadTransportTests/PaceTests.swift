import LatencyHistogram
import LoadGenerator
import LoadTransport
import RPCCore
import SocketTransport
import Testing

extension LiveLoadTests {
    /// Purpose: what is asked is sent, no more and no less, and what is late is said to be.
    @Suite(.serialized) struct PaceTests {
        @Test(arguments: [1.5, 40, 2_000, 20_000] as [Double])
        func `The asked rate is what is sent`(_ rate: Double) async throws {
            let stub = try StubServer(.answer)
            defer { stub.stop() }
            let seconds = rate < 10 ? 2.0 : 1.0
            let plan = try Loading.open(rate, seconds: seconds, streams: 4_096)
            let result = try await Loading.run(plan, stub.port)
            #expect(result.askedCount == UInt64(rate * seconds))
            #expect(result.okCount == result.sentCount)
            #expect(stub.requestCount == Int(result.sentCount))
            // A machine too busy to send them has to say so.
            let share = try #require(result.sentShare)
            let worst = try #require(result.lateness.maximum)
            #expect(share >= 0.99 || worst > 10_000_000)
            #expect(result.isRateHeld == (share >= 0.99))
        }

        @Test func `Response time is service time and what came before it`() async throws {
            let stub = try StubServer(.answer)
            defer { stub.stop() }
            let result = try await Loading.run(Loading.open(1_000, seconds: 1), stub.port)
            let ok = try #require(result.tally(.ok))
            let (response, service, late) = (
                try #require(ok.response.mean), try #require(ok.service.mean),
                try #require(result.lateness.mean)
            )
            // No call waited for a stream, so nothing but lateness lies between.
            #expect(abs(response - service - late) <= response * 0.01 + 1_000)
        }

        @Test(arguments: ArrivalPattern.allCases)
        func `A number of calls is sent exactly`(_ pattern: ArrivalPattern) async throws {
            let stub = try StubServer(.answer)
            defer { stub.stop() }
            let plan = try Loading.open(2_000, seconds: 60, pattern: pattern, calls: 321)
            let result = try await Loading.run(plan, stub.port)
            #expect(result.askedCount == 321)
            #expect(result.okCount == 321)
            #expect(stub.requestCount == 321)
            #expect(result.sendingSeconds < 30)
        }

        @Test func `A closed loop sends a number of calls exactly`() async throws {
            let stub = try StubServer(.answer)
            defer { stub.stop() }
            let plan = try Loading.closed(seconds: 60, connections: 3, streams: 7, calls: 5_000)
            let result = try await Loading.run(plan, stub.port)
            #expect(result.okCount == 5_000)
            #expect(stub.requestCount == 5_000)
            #expect(stub.connectionCount == 3)
        }

        @Test func `The warm-up is sent and not measured`() async throws {
            let stub = try StubServer(.answer)
            defer { stub.stop() }
            let plan = try Loading.open(400, seconds: 0.5, warmup: 0.5)
            let result = try await Loading.run(plan, stub.port)
            #expect(result.askedCount == 200)
            #expect(result.okCount == 200)
            #expect(result.warmupCount == 200)
            #expect(stub.requestCount == 400)
            #expect(result.connecting.totalCount == 2)
        }

        @Test func `The seconds of the series add up to what was asked`() async throws {
            let stub = try StubServer(.answer)
            defer { stub.stop() }
            let result = try await Loading.run(Loading.open(333, seconds: 3), stub.port)
            #expect(result.series.reduce(0) { $0 + $1.askedCount } == result.askedCount)
            #expect(result.series.count >= 3)
            let starts = result.series.map(\.startSeconds)
            #expect(starts == starts.sorted())
        }

        @Test func `Too many calls for the streams wait and are told as backlog`() async throws {
            let stub = try StubServer(.slow(milliseconds: 5))
            defer { stub.stop() }
            let plan = try Loading.open(2_000, seconds: 1, connections: 1, streams: 8)
            let result = try await Loading.run(plan, stub.port)
            #expect(result.askedCount == 2_000)
            #expect(result.neverSentCount > 1_000)
            #expect(result.series.contains { $0.backlogCount > 100 })
            #expect(result.series.allSatisfy { $0.inFlightCount <= 8 })
        }
    }
}
