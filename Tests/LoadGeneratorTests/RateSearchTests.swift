import LoadGenerator
import Testing

/// Purpose: the search ends at the highest rate that holds, and says so only when it was confirmed.
struct RateSearchTests {
    /// Asks a server that holds every rate up to a limit.
    private func find(
        _ from: Double, _ to: Double, holds: (Double, RateSearch.Phase) -> Bool
    ) -> (rate: Double?, trials: [Double], confirmed: Int) {
        var search = RateSearch(from: from, to: to)
        var trials: [Double] = []
        var confirmed = 0
        while case .rate(let rate, let phase) = search.next {
            trials.append(rate)
            let isMet = holds(rate, phase)
            if phase == .confirming { confirmed = isMet ? confirmed + 1 : 0 }
            search.take(isMet)
            if trials.count > 100 { break }
        }
        guard case .done(let rate) = search.next else { return (nil, trials, confirmed) }
        return (rate, trials, confirmed)
    }

    @Test(arguments: [100.0, 101, 777, 3_210, 48_000, 199_999])
    func `It finds the limit to two percent and confirms it three times`(_ limit: Double) throws {
        let (rate, trials, confirmed) = find(100, 200_000) { rate, _ in rate <= limit }
        let found = try #require(rate)
        #expect(found <= limit)
        #expect(found >= limit * 0.97)
        #expect(confirmed == 3)
        #expect(trials.count < 30)
    }

    @Test func `Nothing holds: there is no rate`() {
        let (rate, trials, _) = find(100, 1_000) { _, _ in false }
        #expect(rate == nil)
        #expect(trials == [100])
    }

    @Test func `Everything holds: the highest rate asked for`() {
        let (rate, _, confirmed) = find(100, 1_500) { _, _ in true }
        #expect(rate == 1_500)
        #expect(confirmed == 3)
    }

    @Test func `A search that never confirms is undecided`() {
        var search = RateSearch(from: 1, to: 1_000_000)
        var count = 0
        while case .rate(_, let phase) = search.next, count < 1_000 {
            // Two of three confirmations hold, at every rate.
            search.take(phase != .confirming || count % 3 != 0)
            count += 1
        }
        #expect(search.next == .undecided)
        #expect(count == 60)
    }

    @Test func `A rate that holds once and not again is not the answer`() throws {
        let (rate, _, confirmed) = find(100, 100_000) { rate, phase in
            rate <= (phase == .confirming ? 800 : 1_000)
        }
        let found = try #require(rate)
        #expect(found <= 800)
        #expect(found > 600)
        #expect(confirmed == 3)
    }
}
