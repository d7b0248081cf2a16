/// How far the building of a snapshot is.
public struct BuildProgress: Hashable, Sendable {
    public enum Phase: String, Sendable {
        /// Rows are read and taken in one by one.
        case reading
        /// All rows are there; they are sorted and their words listed.
        case indexing
    }

    public let phase: Phase
    /// Rows so far.
    public let rowCount: Int
    /// Rows a second since the building began.
    public let rowsPerSecond: Int
}

/// Says when progress is worth telling: nothing of what is soon done, and then now and again.
struct BuildProgressMeter {
    static let quietDuration = Duration.seconds(2)
    static let interval = Duration.seconds(3)
    /// The clock is only asked every so many rows.
    static let stride = 256

    private let start: ContinuousClock.Instant
    private var last: ContinuousClock.Instant?

    init(start: ContinuousClock.Instant) { self.start = start }

    /// Of the rows that are being read.
    ///
    /// - Parameter now: asked only when needed.
    mutating func reading(
        _ rowCount: Int, now: () -> ContinuousClock.Instant
    ) -> BuildProgress? {
        guard rowCount % Self.stride == 0 else { return nil }
        let now = now()
        guard now - start >= Self.quietDuration else { return nil }
        if let last, now - last < Self.interval { return nil }
        last = now
        return progress(.reading, rowCount, now)
    }

    /// Of the work that follows when all rows are read.
    func indexing(_ rowCount: Int, now: ContinuousClock.Instant) -> BuildProgress? {
        now - start >= Self.quietDuration ? progress(.indexing, rowCount, now) : nil
    }

    private func progress(
        _ phase: BuildProgress.Phase, _ rowCount: Int, _ now: ContinuousClock.Instant
    ) -> BuildProgress {
        let (seconds, attoseconds) = (now - start).components
        let elapsed = Double(seconds) + Double(attoseconds) / 1e18
        let rate = elapsed > 0 ? Double(rowCount) / elapsed : 0
        return BuildProgress(
            phase: phase, rowCount: rowCount, rowsPerSecond: Int(min(rate, 1e15)))
    }
}
