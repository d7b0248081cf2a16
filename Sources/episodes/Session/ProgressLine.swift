import CommandLineKit
import SocketTransport

/// One line on the terminal behind standard error that says how far a long command is. Nothing
/// shows elsewhere, and nothing in the first moments.
struct ProgressLine {
    private static let delay = Duration.milliseconds(200)
    private static let interval = Duration.milliseconds(100)

    private let isShown: Bool
    /// What `done` reaches at the end; nil when nobody knows.
    private let total: Int64?
    private let start = ContinuousClock.now
    private var lastShown: ContinuousClock.Instant?

    init(_ settings: Settings, total: Int64?) {
        isShown = !settings.isQuiet && StandardStreams.isTerminal(.error)
        self.total = total
    }

    /// Shows how far things are, at most ten times a second.
    ///
    /// - Parameters:
    ///   - done: of `total`, in the same unit.
    ///   - rows: rows so far.
    mutating func show(done: Int64, rows: Int) {
        guard isShown else { return }
        let now = ContinuousClock.now
        guard now - start >= Self.delay, lastShown.map({ now - $0 >= Self.interval }) ?? true
        else { return }
        lastShown = now
        let text = Self.text(done: done, total: total, rows: rows, elapsed: now - start)
        try? StandardStreams.write("\r\u{1B}[K\(text)", to: .error)
    }

    /// Takes the line away, before anything else is written there.
    mutating func clear() {
        guard lastShown != nil else { return }
        lastShown = nil
        try? StandardStreams.write("\r\u{1B}[K", to: .error)
    }

    /// What `count` rows since the beginning come to, such as `21715 rows/s`.
    func rate(_ count: Int64) -> String { Self.rate(count, ContinuousClock.now - start) }

    static func text(done: Int64, total: Int64?, rows: Int, elapsed: Duration) -> String {
        let start = "\(rows) rows, \(rate(Int64(rows), elapsed))"
        guard let total, total > 0, done > 0 else { return start }
        let share = min(1, Double(done) / Double(total))
        let left = (elapsed / .seconds(1)) * (1 - share) / share
        return "\(Int(share * 100)) %, \(start), \(length(left)) left"
    }

    private static func rate(_ count: Int64, _ elapsed: Duration) -> String {
        let seconds = max(elapsed / .seconds(1), 0.001)
        return "\(Int64(min(Double(count) / seconds, 1e15))) rows/s"
    }

    /// Whole seconds, rounded up; from a minute on with minutes.
    private static func length(_ seconds: Double) -> String {
        let whole = Int(min(seconds, 1e9).rounded(.up))
        return whole < 60 ? "\(whole) s" : "\(whole / 60) min \(whole % 60) s"
    }
}
