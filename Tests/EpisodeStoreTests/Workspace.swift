import EpisodeModel
import EpisodeStore
import Foundation
import TestSupport

/// A directory of a test's own, gone with the test.
final class Workspace {
    let directory: URL

    init() throws {
        directory = FileManager.default.temporaryDirectory
            .appendingPathComponent("episodes-store-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(at: directory) }

    func path(_ name: String = "catalog.db") -> String {
        directory.appendingPathComponent(name).path
    }

    func store(
        _ name: String = "catalog.db", options: StoreOptions = StoreOptions()
    ) throws -> SQLiteStore {
        try SQLiteStore.open(path: path(name), create: true, options: options)
    }
}

/// All rows of a store, as they came.
struct StoreContent: Equatable {
    var revision: UInt64 = 0
    var episodes: [Episode] = []
    var domains: [Domain] = []

    init(_ store: any CatalogStore) throws {
        var episodes: [Episode] = []
        var domains: [Domain] = []
        revision = try store.readAll { row in
            switch row {
            case .episode(let episode): episodes.append(episode)
            case .domain(let domain): domains.append(domain)
            }
        }
        self.episodes = episodes
        self.domains = domains
    }
}

extension Episode {
    /// Swift's texts are equal when they look alike; rows are equal when their bytes are.
    var bytes: [[UInt8]] {
        let texts =
            [
                name, description, descriptionHTML, parentName, contentType, subscriptionType, uri,
                artworkURL, technology, contributors, streamURL,
            ] + features
        return texts.map { Array($0.utf8) }
    }

    /// A row with something in every field.
    static func full(id: UInt64) -> Episode {
        var episode = Episode(id: id, name: "Name \"quoted\" \\ \u{1}\t e\u{301}")
        episode.description = "Ünï\ncode \u{1F600}"
        episode.descriptionHTML = "<p>&amp;</p>"
        episode.parentName = "Parent"
        episode.domains = [1, 8, .max]
        episode.difficulty = .advanced
        episode.contentType = "episode"
        episode.subscriptionType = "free"
        episode.releasedAt = .minimum
        episode.popularity = .leastNonzeroMagnitude
        episode.durationSeconds = .max
        episode.videoIdentifier = .max
        episode.features = ["a\"b", "\\", "\u{1F}", "e\u{301}", "\u{E9}", "plain"]
        episode.uri = "rw://betamax/videos/1"
        episode.artworkURL = "https://example.org/1.png"
        episode.technology = "Swift 5"
        episode.contributors = "A & B"
        episode.ordinal = .max
        episode.streamURL = "https://example.org/1.m3u8"
        return episode
    }
}
