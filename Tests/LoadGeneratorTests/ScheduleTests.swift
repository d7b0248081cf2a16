import LoadGenerator
import TestSupport
import Testing

/// Purpose: the number of calls and the time of each are exact, for every rate.
/// Method: sequences against arithmetic.
struct ScheduleTests {
    @Test(
        arguments: [
            (1.0, 10.0, 10), (0.5, 10, 5), (0.1, 30, 3), (0.29, 100, 29), (0.7, 10, 7),
            (1.0 / 60, 120, 2), (3.3, 10, 33), (99.9, 10, 999), (100_000, 1, 100_000),
            (1_000_000, 0.25, 250_000), (7, 1.999, 13),
        ] as [(Double, Double, Int)])
    func `Calls are rate times time`(_ rate: Double, _ seconds: Double, _ count: Int) throws {
        let schedule = try #require(LoadSchedule.constant(perSecond: rate, seconds: seconds))
        #expect(schedule.count == UInt64(count))
        let times = Array(ArrivalSequence(schedule, .uniform, seed: 0))
        #expect(times.count == count)
        for (number, time) in times.enumerated() {
            #expect(abs(Double(time) - Double(number) / rate * 1e9) <= 1)
        }
    }

    @Test func `Less than one call is none at all`() throws {
        #expect(LoadSchedule.constant(perSecond: 0.09, seconds: 10)?.count == 0)
        #expect(LoadSchedule.constant(perSecond: 0, seconds: 10) == nil)
        #expect(LoadSchedule.constant(perSecond: 10, seconds: 0) == nil)
        #expect(LoadSchedule.constant(perSecond: .nan, seconds: 1) == nil)
        #expect(LoadSchedule.constant(perSecond: .infinity, seconds: 1) == nil)
    }

    @Test func `Any rate gives its count`() throws {
        var random = SeededGenerator(seed: 11)
        for _ in 0..<300 {
            let rate = Double.random(in: 0.2...3_000, using: &random)
            let seconds = Double.random(in: 5...12, using: &random)
            let schedule = try #require(LoadSchedule.constant(perSecond: rate, seconds: seconds))
            let count = Array(ArrivalSequence(schedule, .uniform, seed: 0)).count
            #expect(count == Int(rate * seconds))
            #expect(UInt64(count) == schedule.count(untilSeconds: seconds))
        }
    }

    @Test func `What is due by a time is what the sequence has given by then`() throws {
        let schedule = try #require(
            LoadSchedule([
                .init(seconds: 2, fromPerSecond: 10, toPerSecond: 50),
                .init(seconds: 1.5, fromPerSecond: 20, toPerSecond: 20),
                .init(seconds: 3, fromPerSecond: 80, toPerSecond: 5),
            ]))
        let times = Array(ArrivalSequence(schedule, .uniform, seed: 0))
        #expect(times.count == 217)
        #expect(times == times.sorted())
        for tenth in 0...70 {
            let seconds = Double(tenth) / 10 + 0.0333
            let due = times.count { Double($0) <= seconds * 1e9 }
            #expect(schedule.count(untilSeconds: seconds) == UInt64(due), "\(seconds)")
        }
    }

    @Test func `A ramp begins and ends at its rates`() throws {
        let schedule = try RateText.ramp("100..300", seconds: 10)
        #expect(schedule.count == 2_000)
        #expect(schedule.rate(atSeconds: 0) == 100)
        #expect(schedule.rate(atSeconds: 5) == 200)
        #expect(schedule.rate(atSeconds: 10) == 300)
        let times = Array(ArrivalSequence(schedule, .uniform, seed: 0))
        #expect(times.count { $0 < 1_000_000_000 } == 110)
        #expect(times.count { $0 >= 9_000_000_000 } == 290)
    }

    @Test func `Steps last as long as they say`() throws {
        let schedule = try RateText.steps("100..500:200@2s") { _ in 2 }
        #expect(schedule.segments.map(\.fromPerSecond) == [100, 300, 500])
        #expect(schedule.seconds == 6)
        #expect(schedule.count == 1_800)
        let down = try RateText.steps("30..10:10@1s") { _ in 1 }
        #expect(down.segments.map(\.fromPerSecond) == [30, 20, 10])
    }

    @Test func `Random arrivals repeat with their seed and have the right rate`() throws {
        let schedule = try #require(LoadSchedule.constant(perSecond: 1_000, seconds: 20))
        let times = Array(ArrivalSequence(schedule, .poisson, seed: 5))
        #expect(times == Array(ArrivalSequence(schedule, .poisson, seed: 5)))
        #expect(times != Array(ArrivalSequence(schedule, .poisson, seed: 6)))
        #expect(times == times.sorted())
        // Five standard deviations.
        #expect(abs(times.count - 20_000) < 710)
        let gaps = zip(times, times.dropFirst()).map { Double($1 - $0) / 1e6 }
        let mean = gaps.reduce(0, +) / Double(gaps.count)
        let variance = gaps.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / Double(gaps.count)
        // Exponential gaps are as wide as their mean; e^-2 of them are over twice as long.
        #expect(abs(variance.squareRoot() / mean - 1) < 0.05)
        let long = Double(gaps.count { $0 > 2 * mean }) / Double(gaps.count)
        #expect(abs(long - 0.1353) < 0.015)
    }

    @Test func `A number of calls ends any sequence`() throws {
        let schedule = try #require(LoadSchedule.constant(perSecond: 10, seconds: 100))
        for pattern in ArrivalPattern.allCases {
            let times = Array(ArrivalSequence(schedule, pattern, seed: 1, countMaximum: 7))
            #expect(times.count == 7)
        }
    }

    @Test(
        arguments: [
            ("100", 100.0), ("0.5", 0.5), ("30/m", 0.5), ("2/h", 2.0 / 3_600), ("20k", 20_000),
            ("1.5k/s", 1_500), ("2M", 2_000_000),
        ] as [(String, Double)])
    func `Rates are read`(_ text: String, _ rate: Double) throws {
        #expect(try RateText.perSecond(text) == rate)
    }

    @Test(arguments: [
        "", "0", "-1", "1e3", "abc", "1/d", "11M", "1.2.3", "/s", "k", " 5", "0x10", "nan", "inf",
    ])
    func `What is no rate is refused`(_ text: String) {
        #expect(throws: RateText.Fault.self) { try RateText.perSecond(text) }
    }

    @Test(arguments: ["1", "1..2", "1..2:1", "1..2@5s", "1..9999:1@1s", "1..2:0@1s", "a..b:1@1s"])
    func `What are no steps is refused`(_ text: String) {
        #expect(throws: RateText.Fault.self) { try RateText.steps(text) { _ in 1 } }
    }
}
