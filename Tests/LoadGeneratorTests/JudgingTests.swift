import LatencyHistogram
import LoadGenerator
import RPCCore
import Testing

/// Purpose: results are judged as they deserve, and an empty one never passes.
struct JudgingTests {
    /// OK calls of so many milliseconds each, and failures.
    static func result(
        _ milliseconds: [Int64], failures: Int = 0, asked: UInt64? = nil
    ) -> RunResult {
        var result = RunResult()
        var ok = OutcomeTally(outcome: .ok)
        for time in milliseconds {
            ok.response.record(time * 1_000_000)
            ok.service.record(time * 500_000)
        }
        var failed = OutcomeTally(outcome: LoadOutcome(.unavailable))
        for _ in 0..<failures {
            failed.response.record(1_000)
            failed.service.record(1_000)
        }
        result.tallies = [ok, failed].filter { $0.count > 0 }
        result.sentCount = UInt64(milliseconds.count + failures)
        result.askedCount = asked ?? result.sentCount
        result.sendingSeconds = 10
        result.totalSeconds = 10
        result.lastAnswerSeconds = 10
        return result
    }

    @Test(arguments: [
        ("p99<5ms", true), ("p50<=4ms", true), ("p50<4ms", false), ("max<4.1ms", true),
        ("mean>3ms", true), ("service.p99<2.1ms", true), ("errors<1%", true),
        ("errors<0.1%", false),
        ("errors<=5", true), ("rate>=0.99", true), ("rate>99.5%", true), ("ok>=99", true),
        ("ok>1k", false), ("min >= 3.99ms", true),
    ])
    func `Expectations hold or fail`(_ text: String, _ isMet: Bool) throws {
        let result = Self.result([Int64](repeating: 4, count: 995), failures: 5)
        #expect(try Expectation.parse(text).judge(result).isMet == isMet)
    }

    @Test(arguments: [
        "", "p99", "p99<5", "p0<1ms", "p101<1ms", "q99<1ms", "p99==5ms", "errors<x", "errors<1.5",
        "rate>2", "rate>=101%", "p99<5m", "p99<-5ms", "lateness<1ms", "service.x<1ms", "<5ms",
        "p99<5ms,", ",", "p99<5ms;errors<1%",
    ])
    func `What is no expectation is refused with words`(_ text: String) {
        let fault = #expect(throws: Expectation.Fault.self) { try Expectation.parse(list: text) }
        #expect((fault?.message.count ?? 0) > 10)
    }

    @Test func `Every expectation on an empty result fails`() throws {
        for text in [
            "p99<5ms", "p99>0ms", "errors<100%", "errors<=0", "rate>=0", "rate<1", "ok>=1",
            "max<1s",
        ] {
            let outcome = try Expectation.parse(text).judge(RunResult())
            #expect(!outcome.isMet, "\(text)")
            #expect(outcome.value == nil)
        }
        let onlyFailures = Self.result([], failures: 10)
        #expect(try !Expectation.parse("p99<5ms").judge(onlyFailures).isMet)
    }

    @Test func `Fast failures never make percentiles better`() throws {
        let result = Self.result([Int64](repeating: 50, count: 100), failures: 100)
        let p50 = try #require(result.tally(.ok)?.response.value(atPercentile: 50))
        #expect(p50 == 50_000_000)
        #expect(result.failureShare == 0.5)
    }

    @Test func `A percentile with few values beyond is called thin`() throws {
        let result = Self.result([Int64](1...500))
        #expect(try Expectation.parse("p99<1s").judge(result).isThin)
        #expect(try !Expectation.parse("p90<1s").judge(result).isThin)
    }

    @Test func `Verdicts name the worst`() throws {
        let good = Self.result([4, 4, 4])
        #expect(Verdict(good).kind == .fine)
        #expect(Verdict(RunResult()).kind == .nothingMeasured)
        #expect(Verdict(Self.result([4], asked: 10)).kind == .rateNotHeld)
        let failing = [try Expectation.parse("p99<1ms")]
        #expect(Verdict(good, failing).kind == .expectationFailed)
        #expect(Verdict(RunResult(), failing).kind == .expectationFailed)
        var interrupted = good
        interrupted.end = .interrupted
        #expect(Verdict(interrupted, failing).kind == .interrupted)
    }

    @Test func `A backlog that the server makes is told as the server's`() {
        var result = Self.result([Int64](repeating: 100, count: 450), asked: 1_000)
        result.backlogNanosecondsMaximum = 5_500_000_000
        result.lateness.record(20_000)
        #expect(Verdict(result).text.contains("the server sustains about 45/s"))
        result.backlogNanosecondsMaximum = 5_500_000_000
        result.lateness.record(5_400_000_000)
        #expect(Verdict(result).text.contains("This machine could not send"))
    }
}
