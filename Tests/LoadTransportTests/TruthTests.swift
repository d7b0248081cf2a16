import LatencyHistogram
import LoadGenerator
import LoadTransport
import RPCCore
import SocketTransport
import TestSupport
import Testing

extension LiveLoadTests {
    /// Purpose: the numbers are true, above all when the server is not well.
    /// Method: a stub whose faults are known; numbers of a report are judged against each other.
    @Suite(.serialized) struct TruthTests {
        @Test func `A stall is felt by every call that was due, not by one`() async throws {
            let stub = try StubServer(.stall(afterSeconds: 0.7, seconds: 0.6))
            defer { stub.stop() }
            let open = try await Loading.run(Loading.open(1_000, seconds: 2), stub.port)
            let ok = try #require(open.tally(.ok))
            #expect(ok.count == 2_000)
            // A machine that itself paused meanwhile says so.
            #expect(open.isRateHeld || open.lateSentCount > 20)
            let longest = try #require(ok.response.maximum)
            #expect(longest >= 550_000_000)
            // 600 calls were due meanwhile, and five sixths of them waited over 100 ms.
            let slow = ok.count - ok.response.count(notAbove: 100_000_000)
            #expect(slow >= 400)
            let p99 = try #require(ok.response.value(atPercentile: 99))
            #expect(p99 >= 500_000_000)
        }

        @Test func `A closed loop hides the same stall, and is called one`() async throws {
            let stub = try StubServer(.stall(afterSeconds: 0.7, seconds: 0.6))
            defer { stub.stop() }
            let closed = try await Loading.run(Loading.closed(seconds: 2), stub.port)
            let ok = try #require(closed.tally(.ok))
            #expect(!closed.isOpenLoop)
            #expect(try #require(ok.response.maximum) >= 550_000_000)
            #expect(ok.count - ok.response.count(notAbove: 300_000_000) <= 5)
            #expect(Verdict(closed).text.contains("do not show what users would wait"))
        }

        @Test func `A server that is too slow is told from a machine that is`() async throws {
            let stub = try StubServer(.slow(milliseconds: 100))
            defer { stub.stop() }
            let plan = try Loading.open(50, seconds: 2, connections: 1, streams: 1)
            let result = try await Loading.run(plan, stub.port)
            #expect(result.askedCount == 100)
            #expect((10...21).contains(result.sentCount))
            #expect(result.neverSentCount == 100 - result.sentCount)
            #expect(!result.isRateHeld)
            // Those that went out in their time are few, and the others are errors.
            #expect(try #require(result.sentShare) < 0.2)
            #expect(result.failureCount == result.neverSentCount)
            #expect(try #require(result.tally(.notSent)?.response.maximum) > 500_000_000)
            let verdict = Verdict(result)
            #expect(verdict.kind == .rateNotHeld)
            #expect(verdict.text.contains("the server sustains about"))
            #expect(result.backlogNanosecondsMaximum > 1_000_000_000)
            let ok = try #require(result.tally(.ok))
            // Users would have waited for the backlog too.
            let (response, service) = (
                try #require(ok.response.value(atPercentile: 90)),
                try #require(ok.service.value(atPercentile: 90))
            )
            #expect(service >= 95_000_000)
            #expect(response > 2 * service)
        }

        @Test func `Fast failures stay apart from slow successes`() async throws {
            let stub = try StubServer(.mix)
            defer { stub.stop() }
            let result = try await Loading.run(Loading.open(200, seconds: 1.5), stub.port)
            let (ok, bad) = (
                try #require(result.tally(.ok)),
                try #require(result.tally(LoadOutcome(.invalidArgument)))
            )
            #expect(ok.count == 150)
            #expect(bad.count == 150)
            #expect(bad.firstMessage == "bad")
            #expect(try #require(ok.response.minimum) >= 49_000_000)
            #expect(
                try #require(bad.service.value(atPercentile: 50))
                    < #require(ok.service.value(atPercentile: 50)))
            #expect(result.failureShare == 0.5)
        }

        @Test func `Only failures: nothing is called good`() async throws {
            let stub = try StubServer(.fail)
            defer { stub.stop() }
            let result = try await Loading.run(Loading.open(300, seconds: 1), stub.port)
            #expect(result.okCount == 0)
            #expect(result.tally(LoadOutcome(.invalidArgument))?.count == 300)
            let verdict = Verdict(result, try Expectation.parse(list: "p99<1s,errors<1%"))
            #expect(verdict.kind == .expectationFailed)
            #expect(verdict.expectations.allSatisfy { !$0.isMet })
            #expect(verdict.text.contains("No call ended with OK"))
        }

        @Test func `A server that closes is tried again, but not without end`() async throws {
            let stub = try StubServer(.close)
            defer { stub.stop() }
            let result = try await Loading.run(Loading.open(500, seconds: 1), stub.port)
            #expect(result.answeredCount == 0)
            #expect(result.tally(.connectionLost)?.count == result.sentCount)
            #expect(result.sentCount > 0)
            #expect(result.neverSentCount > 0)
            // Two connections that wait 10, 20, 40, 80, ... ms in between.
            #expect((2...30).contains(result.reconnectCount))
            #expect(Verdict(result).kind == .nothingMeasured)
            let message = try #require(result.tally(.connectionLost)?.firstMessage)
            #expect(message.contains("closed the connection"))
        }

        @Test func `Connections that break are made anew and nothing is lost from sight`()
            async throws
        {
            let stub = try StubServer(.breakAfter(50))
            defer { stub.stop() }
            let result = try await Loading.run(Loading.open(1_000, seconds: 1.5), stub.port)
            #expect(result.okCount > 100)
            #expect(result.reconnectCount >= 2)
            #expect(stub.connectionCount > 2)
        }

        @Test func `A port that turns into something else costs no measurement`() async throws {
            let stub = try StubServer(.turn(afterAnswers: 100, into: "HTTP/1.1 502\r\n\r\n"))
            defer { stub.stop() }
            let plan = try Loading.open(500, seconds: 1, connections: 1)
            let result = try await Loading.run(plan, stub.port)
            #expect(result.end == .completed)
            // The last answers may be lost with their connection.
            #expect((1...100).contains(result.okCount))
            #expect(result.failureCount > 100)
            #expect(result.reconnectCount >= 2)
        }

        @Test func `Calls without an answer are counted when their time is over`() async throws {
            let stub = try StubServer(.never)
            defer { stub.stop() }
            let plan = try Loading.open(200, seconds: 1, timeoutMilliseconds: 100)
            let result = try await Loading.run(plan, stub.port)
            #expect(result.tally(.noAnswer)?.count == 200)
            #expect(result.answeredCount == 0)
            #expect(Verdict(result).kind == .nothingMeasured)
            let waited = try #require(result.tally(.noAnswer)?.service.minimum)
            #expect(waited >= 100_000_000)
        }

        @Test(arguments: [
            ("SSH-2.0-OpenSSH_9.2\r\n", "SSH"), ("HTTP/1.1 400 Bad Request\r\n\r\n", "HTTP/1"),
            ("\u{15}\u{3}\u{3}\u{0}\u{2}\u{2}\u{28}", "TLS"),
        ])
        func `Another protocol is named at once`(_ text: String, _ name: String) async throws {
            let stub = try StubServer(.speak(text))
            defer { stub.stop() }
            let plan = try Loading.open(10, seconds: 60)
            let error = await #expect(throws: RPCError.self) {
                try await Loading.run(plan, stub.port)
            }
            #expect(error?.code == .unavailable)
            #expect(error?.message.contains(name) ?? false)
        }

        @Test(arguments: LoadTarget.WireProtocol.allCases)
        func `Nobody listens: the run does not begin`(
            _ wireProtocol: LoadTarget.WireProtocol
        ) async throws {
            let port = try ScriptedPeer.freePort()
            let plan = try Loading.open(10, seconds: 60)
            let error = await #expect(throws: RPCError.self) {
                try await Loading.run(plan, port, wireProtocol)
            }
            #expect(error?.code == .unavailable)
            #expect(error?.message.contains("refused") ?? false)
        }

        @Test func `An interrupted run tells what it has`() async throws {
            let stub = try StubServer(.answer)
            defer { stub.stop() }
            let control = try LoadControl()
            let stopper = Task {
                try await Task.sleep(for: .milliseconds(700))
                control.stop(.interrupted)
            }
            let plan = try Loading.open(500, seconds: 600)
            let result = try await Loading.run(plan, stub.port, control: control)
            try await stopper.value
            #expect(result.end == .interrupted)
            #expect(Verdict(result).kind == .interrupted)
            #expect(result.sendingSeconds < 300)
            let due = result.sendingSeconds * 500
            #expect(abs(Double(result.askedCount) - due) <= max(2, due * 0.01))
            #expect(result.okCount == result.sentCount)
        }
    }
}
