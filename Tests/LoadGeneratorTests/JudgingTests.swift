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
        var aborted = good
        aborted.end = .aborted
        #expect(Verdict(aborted).kind == .expectationFailed)
    }

    @Test func `Calls that were never sent are errors`() throws {
        var recorder = RunRecorder()
        for time in 0..<2_000 as Range<Int64> {
            recorder.began(lateness: 0, backlog: 0)
            recorder.ended(.ok, intended: time, sent: time, now: time + 1_000_000, byteCount: 1)
        }
        for _ in 0..<5 { recorder.neverSent(waited: 5_000_000_000, lateness: nil) }
        var result = RunResult()
        result.take(recorder)
        result.askedCount = 2_005
        #expect(result.failureCount == 5)
        #expect(result.answeredCount == 2_000)
        #expect(result.tally(.notSent)?.response.maximum == 5_000_000_000)
        #expect(result.lateness.totalCount == 2_000)
        let verdict = Verdict(result, try Expectation.parse(list: "p99.9<5ms,errors<0.1%"))
        #expect(verdict.kind == .expectationFailed)
        #expect(verdict.text.contains("failed or were never sent"))
    }

    @Test func `A burst that catches up does not hold the rate`() throws {
        var recorder = RunRecorder()
        recorder.lateNanoseconds = 100_000_000
        for number in 0..<1_000 as Range<Int64> {
            let late: Int64 = number < 500 ? 0 : 5_000_000_000 - (number - 500) * 10_000_000
            recorder.began(lateness: late, backlog: late)
        }
        #expect(recorder.lateSentCount == 490)
        var result = RunResult()
        result.take(recorder)
        result.askedCount = 1_000
        #expect(result.sentShare == 0.51)
        #expect(!result.isRateHeld)
        #expect(try !Expectation.parse("rate>=0.99").judge(result).isMet)
    }

    @Test func `One straggler does not change how many answers come a second`() throws {
        var recorder = RunRecorder()
        recorder.sendingEnd = 10_000_000_000
        for second in 1...1_000 as ClosedRange<Int64> {
            recorder.ended(
                .ok, intended: 0, sent: 0, now: second * 10_000_000, byteCount: 1)
        }
        recorder.ended(.ok, intended: 0, sent: 0, now: 40_000_000_000, byteCount: 1)
        var result = RunResult()
        result.take(recorder)
        result.sendingSeconds = 10
        result.lastAnswerSeconds = 40
        #expect(result.answeredPerSecond == 100)
        #expect(result.okPerSecond == 100)
        #expect(result.answeredCount == 1_001)
        #expect(result.answersAfterSendingCount == 1)
    }

    @Test func `Answers that all came after the sending are spread over their time`() {
        var result = Self.result([Int64](repeating: 4, count: 40))
        result.answersAfterSendingCount = 40
        result.okAfterSendingCount = 40
        result.sendingSeconds = 0.001
        result.lastAnswerSeconds = 2
        #expect(result.okPerSecond == 20)
    }

    @Test func `A sender without time to spare is blamed, not the server`() {
        var result = Self.result([Int64](repeating: 100, count: 450), asked: 1_000)
        result.backlogNanosecondsMaximum = 5_500_000_000
        result.senderProcessorSeconds = 9.5
        let text = Verdict(result).text
        #expect(text.contains("This machine could not send"))
        #expect(text.contains("busy 95 %"))
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
