import EpisodeModel
import Testing

@testable import EpisodeService

/// Purpose: whoever waits for a large catalogue hears how far it is, and nobody hears of a small one.
/// Method: a clock that moves by a fixed step each time it is read.
struct BuildProgressTests {
    /// Adds rows under such a clock and finishes; the progress that was told.
    private func progress(rowCount: Int, step: Duration) throws -> [BuildProgress] {
        var told: [BuildProgress] = []
        var time = ContinuousClock.now
        let builder = SnapshotBuilder(
            now: {
                time = time.advanced(by: step)
                return time
            }, onProgress: { told.append($0) })
        for number in 1...rowCount {
            try builder.add(
                Episode(id: UInt64(number), name: "Episode \(number)"), at: "row \(number)")
        }
        let snapshot = builder.finish(revision: 1, loadedAt: nil, source: "test")
        #expect(snapshot.rowCount == rowCount)
        return told
    }

    @Test func `What is done within two seconds is not told`() throws {
        #expect(try progress(rowCount: 1_000, step: .milliseconds(1)).isEmpty)
    }

    @Test func `Rows are told every three seconds at most, then that indexing began`() throws {
        let told = try progress(rowCount: 256 * 10, step: .seconds(1))
        // The clock is read once every 256 rows: after 2, 5 and 8 seconds; the end is the 11th.
        #expect(
            told == [
                BuildProgress(phase: .reading, rowCount: 512, rowsPerSecond: 256),
                BuildProgress(phase: .reading, rowCount: 1_280, rowsPerSecond: 256),
                BuildProgress(phase: .reading, rowCount: 2_048, rowsPerSecond: 256),
                BuildProgress(phase: .indexing, rowCount: 2_560, rowsPerSecond: 232),
            ])
    }
}
