import EpisodeModel
import Foundation
import TestSupport
import Testing

/// Purpose: the engine agrees with the rules on texts that people wrote: long, in many languages,
/// with untidy markup.
/// Method: requests cut from the data, compared with the naive engine. Every 60th row of the talks
/// and every poem by default; with EPISODES_PROPERTY_ROUNDS, all rows and that many texts.
@Suite(.enabled(if: SharedData.isAvailable))
struct RealDataTests {
    private static let roundCount = ProcessInfo.processInfo.environment[
        "EPISODES_PROPERTY_ROUNDS"
    ].flatMap { Int($0) }

    @Test(.timeLimit(.minutes(60)))
    func `Requests on talks give the naive engine's answers`() throws {
        let lines = try Self.unpacked("data/pyvideo.jsonl.xz").split(separator: UInt8(ascii: "\n"))
        #expect(lines.count > 20_000)
        let step = Self.roundCount == nil ? 60 : 1
        let episodes = try stride(from: 0, to: lines.count, by: step).map {
            try Self.episode(Data(lines[$0]))
        }
        Self.compare(episodes, textCount: Self.roundCount ?? 60)
    }

    @Test(.timeLimit(.minutes(60)))
    func `Requests on poems give the naive engine's answers`() throws {
        let data = try Data(
            contentsOf: URL(fileURLWithPath: SharedData.path("data/poems-zh.jsonl")))
        let lines = data.split(separator: UInt8(ascii: "\n"))
        #expect(lines.count > 300)
        let episodes = try lines.map { try Self.episode(Data($0)) }
        Self.compare(episodes, textCount: Self.roundCount ?? 60)
    }

    /// Each text is asked with several filters: they cost the naive engine little.
    private static func compare(_ episodes: [Episode], textCount: Int) {
        let comparison = Comparison(episodes, seed: 0)
        var requests = RandomRequest(seed: UInt64(textCount), from: episodes)
        for _ in 0..<textCount {
            let text = requests.text()
            for _ in 0..<8 { comparison.check(requests.variation(of: text)) }
            if comparison.failureCount > 0 { return }
        }
    }

    private static func unpacked(_ path: String) throws -> Data {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = ["xz", "-dc", SharedData.path(path)]
        let pipe = Pipe()
        process.standardOutput = pipe
        try process.run()
        let data = try #require(try pipe.fileHandleForReading.readToEnd())
        process.waitUntilExit()
        try #require(process.terminationStatus == 0)
        return data
    }

    /// One JSON line, read apart from the product's own reader.
    private static func episode(_ line: Data) throws -> Episode {
        let object = try #require(
            try JSONSerialization.jsonObject(with: line) as? [String: Any])
        func text(_ key: String) -> String { object[key] as? String ?? "" }
        func number(_ key: String) -> UInt32? {
            (object[key] as? Int).flatMap { $0 == 0 ? nil : UInt32(exactly: $0) }
        }
        var episode = Episode(id: try #require(UInt64(text("id"))), name: text("name"))
        episode.description = text("description")
        episode.parentName = text("parent_name")
        episode.domains = Set((object["domain_ids"] as? [Int] ?? []).map { UInt32($0) }).sorted()
        episode.difficulty = Difficulty(name: text("difficulty")) ?? .allLevels
        episode.contentType = text("content_type")
        episode.subscriptionType = text("subscription_type")
        episode.releasedAt = Timestamp(rfc3339: text("released_at"))
        episode.popularity = (object["popularity"] as? Double).flatMap { $0 == 0 ? nil : $0 }
        episode.durationSeconds = number("duration")
        episode.videoIdentifier = number("video_identifier").map { UInt64($0) }
        for feature in object["features"] as? [String] ?? []
        where !episode.features.contains(feature) {
            episode.features.append(feature)
        }
        episode.contributors = (object["speakers"] as? [String] ?? []).joined(separator: " & ")
        return episode
    }
}
