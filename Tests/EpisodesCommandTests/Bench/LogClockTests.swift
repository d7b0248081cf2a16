import LoadGenerator
import Testing

@testable import episodes

/// Purpose: in the histogram log of repeats no two runs stand at the same time.
struct LogClockTests {
    private func interval(_ start: Double, _ length: Double = 1) -> IntervalRecord {
        var interval = IntervalRecord(startSeconds: start)
        interval.lengthSeconds = length
        return interval
    }

    @Test func `Each repeat begins where its time is`() {
        var clock = LogClock()
        clock.beginRun()
        #expect(clock.startSeconds(of: interval(0), now: 1_001) == 0)
        #expect(clock.start == 1_000)
        #expect(clock.startSeconds(of: interval(1), now: 1_002) == 1)
        clock.beginRun()
        #expect(clock.startSeconds(of: interval(0), now: 1_006) == 5)
        #expect(clock.startSeconds(of: interval(1), now: 1_007) == 6)
        #expect(clock.start == 1_000)
    }

    @Test func `A clock that was set back does not mix the runs`() {
        var clock = LogClock()
        _ = clock.startSeconds(of: interval(0, 10), now: 1_010)
        clock.beginRun()
        #expect(clock.startSeconds(of: interval(0), now: 901) == 10)
    }
}
