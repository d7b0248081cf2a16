import Glibc

/// Wall clock and processor time of this process, running only between `start` and `stop`.
struct Stopwatch {
    private(set) var wallSeconds = 0.0
    private(set) var processorSeconds = 0.0

    static func seconds(_ clock: clockid_t) -> Double {
        var time = timespec()
        clock_gettime(clock, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }

    mutating func measure<Result>(_ body: () throws -> Result) rethrows -> Result {
        let wall = Self.seconds(CLOCK_MONOTONIC)
        let processor = Self.seconds(CLOCK_PROCESS_CPUTIME_ID)
        let result = try body()
        wallSeconds += Self.seconds(CLOCK_MONOTONIC) - wall
        processorSeconds += Self.seconds(CLOCK_PROCESS_CPUTIME_ID) - processor
        return result
    }

    private static func text(_ seconds: Double) -> String {
        let milliseconds = (seconds * 100_000).rounded() / 100
        return "\(milliseconds) ms"
    }

    func report(_ what: String, rows: Int = 0) {
        var line = "\(what): \(Self.text(wallSeconds)), processor \(Self.text(processorSeconds))"
        if rows > 0 { line += ", \(Int(Double(rows) / wallSeconds)) rows/s" }
        print(line)
    }
}
