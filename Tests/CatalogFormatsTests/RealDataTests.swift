import CatalogFormats
import EpisodeModel
import Foundation
import TestSupport
import Testing

/// Purpose: real catalogues are read rightly. Method: totals worked out with plain loops against
/// figures taken from the files by other means.
@Suite(.enabled(if: SharedData.isAvailable)) struct RealDataTests {
    @Test func `answers of a contents API are read as a whole`() throws {
        let reading = Reading(path: SharedData.path("data/kodeco-contents.json"))
        #expect(reading.message == "")
        let episodes = reading.episodes
        #expect(episodes.count == 127)
        #expect(reading.catalog.domains.count == 9)
        #expect(episodes.count { $0.contentType == "episode" } == 74)
        #expect(episodes.count { $0.contentType == "article" } == 27)
        #expect(episodes.count { $0.contentType == "collection" } == 22)
        #expect(episodes.count { $0.subscriptionType == "free" } == 40)
        #expect(
            episodes.count { $0.subscriptionType == "free" && $0.contentType == "episode" } == 7)
        let selected = episodes.count {
            (!Set([1, 2]).isDisjoint(with: $0.domains)) && $0.difficulty == .beginner
                && $0.contentType == "episode"
        }
        #expect(selected == 56)
        #expect(episodes.count { !$0.parentName.isEmpty } == 56)
        #expect(episodes.count { $0.videoIdentifier != nil } == 58)
        #expect(episodes.count { $0.difficulty == .allLevels } == 6)
        #expect(episodes.count { $0.domains.count > 1 } == 15)
        let top = episodes.sorted { ($0.popularity ?? 0) > ($1.popularity ?? 0) }.prefix(3)
        #expect(top.map(\.id) == [2888, 8549, 5456])
        #expect(!episodes.contains { $0.description.contains("&#39;") })
        #expect(!episodes.contains { $0.description.contains("</p>") })
        #expect(!episodes.contains { $0.description.hasSuffix("\n") })
    }

    @Test(arguments: ["seed_flat.json", "seed.ndjson", "seed_jsonapi.json"])
    func `the forms of one catalogue give the same rows`(name: String) throws {
        let reading = Reading(path: SharedData.path("hardcases/import/\(name)"))
        let flat = Reading(path: SharedData.path("hardcases/import/seed_flat.json"))
        #expect(reading.message == "")
        #expect(reading.episodes.count == 157)
        #expect(reading.episodes == flat.episodes)
    }

    @Test(
        arguments: [
            ("ok_small.json", [1, 2, 9]), ("bom.json", [1, 2, 9]), ("crlf.ndjson", [1, 2, 9]),
            ("cr_only.ndjson", [1, 2, 9]), ("no_final_newline.ndjson", [1, 2, 9]),
            ("blank_lines.ndjson", [1, 2, 9]), ("id_string.json", [1, 2, 9]),
            ("id_float.json", [1, 2, 9]), ("id_exp.json", [1, 2, 9]),
            ("id_over.json", [9_223_372_036_854_775_808, 2, 9]), ("id_uint64.json", [.max, 2, 9]),
            ("dup_ids_same.json", [1, 1]), ("dup_ids_differ.json", [1, 1]),
            ("unknown_keys.json", [1]),
        ] as [(String, [UInt64])])
    func `unusual files are read`(name: String, ids: [UInt64]) throws {
        for chunkByteCount in [1, 4_096] {
            let reading = Reading(
                path: SharedData.path("hardcases/import/\(name)"), chunkByteCount: chunkByteCount)
            #expect(reading.message == "")
            #expect(reading.ids == ids)
        }
    }

    @Test(arguments: [
        ("empty_file.json", "holds no episodes"), ("empty_array.json", "holds no episodes"),
        ("top_level_object.json", "holds no episodes"), ("top_level_string.json", "the text 'x'"),
        ("id_missing.json", "row 1: id: is missing"), ("id_zero_neg.json", "row 1: id: is 0"),
        ("null_name.json", "row 1: name: is missing"), ("dup_keys.json", "row 1: name: "),
        ("wrong_types.json", "row 1: name: is the number 5"), ("utf16le.json", "UTF-16"),
        ("deep_array.json", "the row is a list"),
    ])
    func `bad files are refused with the reason`(name: String, reason: String) throws {
        let reading = Reading(path: SharedData.path("hardcases/import/\(name)"))
        #expect(reading.message.contains(reason), "\(reading.message)")
    }

    @Test func `Chinese poems are read`() throws {
        let reading = Reading(path: SharedData.path("data/poems-zh.jsonl"))
        #expect(reading.message == "")
        #expect(reading.episodes.count == 409)
    }
}
