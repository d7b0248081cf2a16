import CatalogFormats
import EpisodeModel
import Foundation
import Testing

/// Purpose: the sample catalogue that comes with the programs loads and shows everything a
/// catalogue can hold. Method: totals counted when it was written.
@Suite struct SampleCatalogTests {
    private static let reading = Reading(
        path: URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent()
            .appendingPathComponent("tools/sample/catalog.json").path)

    private func count(where predicate: (Episode) -> Bool) -> Int {
        Self.reading.episodes.count(where: predicate)
    }

    @Test func `the sample loads as a whole`() {
        #expect(Self.reading.message == "")
        #expect(Self.reading.episodes.count == 168)
        #expect(Set(Self.reading.ids).count == 168)
        #expect(Self.reading.catalog.domains.map(\.id) == [1, 2, 8, 3, 9, 5, 6])
        #expect(Self.reading.catalog.domains.last?.level == "archived")
    }

    @Test func `every kind of row is in it`() {
        #expect(count { $0.contentType == "episode" } == 129)
        #expect(count { $0.contentType == "collection" } == 17)
        #expect(count { $0.contentType == "screencast" } == 12)
        #expect(count { $0.contentType == "article" } == 10)
        #expect(
            Difficulty.allCases.map { level in count { $0.difficulty == level } } == [
                63, 51, 42, 12,
            ])
        #expect(count { $0.subscriptionType == "free" } == 48)
        #expect(count { $0.subscriptionType == "beginner" } == 36)
        #expect(count { $0.subscriptionType == "professional" } == 84)
    }

    @Test func `repeats, gaps and several domains are in it`() {
        #expect(count { $0.name == "Introduction" } == 15)
        #expect(count { $0.name == "Conclusion" } == 15)
        #expect(count { $0.videoIdentifier == nil } == 30)
        #expect(count { !$0.streamURL.isEmpty } == 53)
        #expect(count { $0.popularity == nil } == 25)
        #expect(count { $0.domains.count > 1 } == 60)
        #expect(count { $0.domains.contains(1) } == 79)
        #expect(count { !$0.descriptionHTML.isEmpty } == 57)
        #expect(count { $0.features.contains("subtitles") } == 157)
    }

    @Test func `every video has a number of its own and every domain is described`() {
        let videos = Self.reading.episodes.compactMap(\.videoIdentifier)
        #expect(Set(videos).count == videos.count)
        let known = Set(Self.reading.catalog.domains.map(\.id))
        #expect(Self.reading.episodes.allSatisfy { known.isSuperset(of: $0.domains) })
        #expect(Self.reading.episodes.allSatisfy { !$0.domains.isEmpty })
    }
}
