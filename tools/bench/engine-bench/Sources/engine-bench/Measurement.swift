import CBench

/// What one query class cost in one go.
struct Measurement {
    var count = 0
    var elapsedSeconds = 0.0
    var p50Microseconds = 0.0
    var p99Microseconds = 0.0
    var sampleCount = 0
    /// Heap allocations a query, once warm.
    var allocationsPerQuery = 0.0

    var queriesPerSecond: Double { Double(count) / max(elapsedSeconds, 1e-9) }

    /// Half of the time goes to throughput, where the clock is read every 16 queries unless they
    /// are slow, and half to the latency of single queries.
    static func take(
        _ engine: some Engine, _ places: [Int], skipsTotal: Bool, seconds: Double
    ) -> Measurement {
        var result = Measurement()
        guard !places.isEmpty else { return result }
        result.allocationsPerQuery = allocations(engine, places, skipsTotal: skipsTotal)
        var next = 0
        func advance() {
            engine.run(places[next], skipsTotal: skipsTotal)
            next = next + 1 == places.count ? 0 : next + 1
        }
        let half = UInt64(seconds / 2 * 1e9)
        let start = Machine.nanoseconds()
        var now = start
        repeat {
            for turn in 0..<16 {
                advance()
                result.count += 1
                if turn == 0, Machine.nanoseconds() - now > 2_000_000 { break }
            }
            now = Machine.nanoseconds()
        } while now - start < half
        result.elapsedSeconds = Double(now - start) / 1e9
        var samples: [UInt64] = []
        samples.reserveCapacity(300_000)
        let second = Machine.nanoseconds()
        repeat {
            let before = Machine.nanoseconds()
            advance()
            now = Machine.nanoseconds()
            samples.append(now - before)
        } while now - second < half && samples.count < 300_000
        samples.sort()
        result.sampleCount = samples.count
        result.p50Microseconds = Double(samples[samples.count / 2]) / 1e3
        result.p99Microseconds = Double(samples[samples.count * 99 / 100]) / 1e3
        return result
    }

    /// Counted over at most 2,000 queries that have all run once already.
    private static func allocations(
        _ engine: some Engine, _ places: [Int], skipsTotal: Bool
    ) -> Double {
        let start = Machine.nanoseconds()
        var before = bench_allocation_count()
        var counted = 0
        for place in places.prefix(2_000) {
            engine.run(place, skipsTotal: skipsTotal)
            counted += 1
            if counted == 1 {
                before = bench_allocation_count()
                counted = 0
                engine.run(place, skipsTotal: skipsTotal)
                counted = 1
            }
            if Machine.nanoseconds() - start > 200_000_000 { break }
        }
        return Double(bench_allocation_count() - before) / Double(counted)
    }
}
