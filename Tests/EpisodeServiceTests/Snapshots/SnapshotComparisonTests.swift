import EpisodeModel
import EpisodeService
import TestSupport
import Testing

/// Purpose: a catalogue that is read again is served early when few of its rows differ.
@Suite struct SnapshotComparisonTests {
    private static func builder(
        _ episodes: [Episode], comparingWith served: CatalogSnapshot
    ) throws -> SnapshotBuilder {
        let builder = SnapshotBuilder(comparingWith: served)
        for (number, episode) in episodes.enumerated() {
            try builder.add(episode, at: "row \(number + 1)")
        }
        return builder
    }

    @Test(.timeLimit(.minutes(5)))
    func `a catalogue that differs in few rows is served as changes, then as a whole`() throws {
        for seed in UInt64(1)...10 {
            var catalogue = EditedCatalogue(seed: seed, rowCount: 200)
            var served = try InProcess.snapshot(catalogue.episodes)
            for revision in UInt64(2)...5 {
                _ = catalogue.nextEdit()
                let builder = try Self.builder(
                    catalogue.episodes.shuffled(), comparingWith: served)
                let changed = try #require(
                    builder.changedSnapshot(
                        revision: revision, loadedAt: served.loadedAt, source: "test"))
                let whole = builder.finish(
                    revision: revision, loadedAt: served.loadedAt, source: "test")
                #expect(whole.changedRowCount == 0)
                try ReplyComparison(changed, whole).check(catalogue, seed: seed &* 9 &+ revision)
                served = revision % 2 == 0 ? changed : whole
            }
        }
    }

    @Test func `a stream URL alone is a difference, the same file is none`() throws {
        let episodes = (1...40).map { Episode.make($0) { $0.videoIdentifier = 4 } }
        let served = try InProcess.snapshot(episodes)
        let same = try #require(
            try Self.builder(episodes, comparingWith: served)
                .changedSnapshot(revision: 2, loadedAt: nil, source: "test"))
        #expect(same.changedRowCount == 0 && same.revision == 2)
        var other = episodes
        other[3].streamURL = "https://example.org/4"
        let changed = try #require(
            try Self.builder(other, comparingWith: served)
                .changedSnapshot(revision: 2, loadedAt: nil, source: "test"))
        #expect(changed.changedRowCount == 2)
    }

    @Test func `a catalogue that differs in many rows is only served as a whole`() throws {
        let served = try InProcess.snapshot((1...2_000).map { .make($0) })
        let other = (1...2_000).map { Episode.make($0, "Other") }
        #expect(
            try Self.builder(other, comparingWith: served)
                .changedSnapshot(revision: 2, loadedAt: nil, source: "test") == nil)
        let fewer = (1...1_000).map { Episode.make($0) }
        let builder = try Self.builder(fewer, comparingWith: served)
        #expect(builder.changedSnapshot(revision: 2, loadedAt: nil, source: "test") == nil)
        #expect(builder.finish(revision: 2, loadedAt: nil, source: "test").rowCount == 1_000)
    }
}
