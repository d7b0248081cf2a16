import CommandLineKit
import EpisodeModel
import Foundation
import LoadGenerator
import Testing

@testable import episodes

/// Purpose: mixes say what they mean, and repeat with their seed.
struct MixTests {
    private func line(_ text: String) throws -> MixLine { try MixLine.parse(Array(text.utf8)) }

    @Test func `A line is a method, a request and a weight`() throws {
        let line = try line(
            #"{"method":"ListEpisodes","weight":2.5,"request":{"query":"swift","pageSize":20}}"#)
        let entry = try line.entry()
        #expect(entry.service == "episodes.v1.EpisodeService")
        #expect(entry.method == "ListEpisodes")
        #expect(entry.weight == 2.5)
        #expect(!entry.payload.isEmpty)
        #expect(!entry.isStream)
    }

    @Test func `What a server recorded is a line too`() throws {
        let text =
            #"{"method":"/episodes.v1.EpisodeService/GetEpisode","request":{"id":"7"},"offset_us":12}"#
        let entry = try line(text).entry()
        #expect(entry.weight == 1)
        #expect(entry.method == "GetEpisode")
        #expect(try line(#"{"method":"StreamEpisodes"}"#).entry().isStream)
    }

    @Test(arguments: [
        "", "{", "[]", "7", "{}", #"{"method":"Nothing"}"#, #"{"method":7}"#,
        #"{"method":"ListEpisodes","weight":0}"#, #"{"method":"ListEpisodes","weight":"1"}"#,
        #"{"method":"ListEpisodes","weigth":1}"#, #"{"method":"ListEpisodes","request":7}"#,
        #"{"method":"ListEpisodes","request":{"nothing":1}}"#,
        #"{"method":"ListEpisodes","request":{"pageSize":"many"}}"#,
    ])
    func `What is no line is refused with words`(_ text: String) {
        let fault = #expect(throws: MixLine.Fault.self) { _ = try line(text).entry() }
        #expect((fault?.message.count ?? 0) > 5)
    }

    @Test func `A record becomes a mix with the same shares`() throws {
        var record = MixRecord()
        for _ in 0..<3 {
            record.add(try line(#"{"method":"GetEpisode","request":{"id":"7"},"offset_us":1}"#))
        }
        record.add(try line(#"{"method":"ListEpisodes","request":{},"offset_us":2}"#))
        let lines = record.lines()
        #expect(lines.count == 2)
        let entries = try lines.map { try line(String($0.dropLast())).entry() }
        #expect(entries.map(\.weight) == [3, 1])
        #expect(entries.map(\.method) == ["GetEpisode", "ListEpisodes"])
    }

    @Test func `A line that was cut is left out of a record and refused in a mix`() throws {
        let file = FileManager.default.temporaryDirectory
            .appendingPathComponent("record-\(UUID().uuidString).jsonl")
        defer { try? FileManager.default.removeItem(at: file) }
        let whole = #"{"method":"GetEpisode","request":{"id":"7"},"offset_us":1}"#
        try Data("\(whole)\n{\"meth\n\(whole)\n".utf8).write(to: file)
        var numbers: [Int] = []
        var record = MixRecord()
        try MixSource.forEachLine(file.path, onDamage: { numbers.append($0) }) {
            (line, _) throws(Failure) in record.add(line)
        }
        #expect(record.total == 2)
        #expect(numbers == [2])
        let failure = #expect(throws: Failure.self) { _ = try MixSource.load(file.path) }
        #expect(failure?.message.contains(":2: not valid JSON") == true)
    }

    private let facts: CatalogueFacts = {
        var facts = CatalogueFacts()
        facts.facets = [.domain: [("1", 50), ("9", 20)], .difficulty: [("beginner", 30)]]
        facts.words = ["swift", "kotlin", "view", "\u{8BD7}"]
        facts.ids = [11, 12, 13]
        return facts
    }()

    @Test func `A synthesis repeats with its seed and follows the frequencies`() throws {
        func draw(_ seed: UInt64) -> [String] {
            var synthesis = MixSynthesis(facts, seed: seed, exponent: 1)
            return (0..<5_000).map { _ in
                let (method, payload) = synthesis.next()
                return "\(method) \(payload)"
            }
        }
        #expect(draw(1) == draw(1))
        #expect(draw(1) != draw(2))
        let episodes = draw(1).filter { $0.hasPrefix("GetEpisode ") }
        // Zipf's law: the first of three is asked for 6 of 11 times.
        let first = episodes.count { $0 == "GetEpisode [8, 11]" }
        #expect(abs(Double(first) / Double(episodes.count) - 6.0 / 11) < 0.1)
        #expect(abs(Double(episodes.count) / 5_000 - 0.15) < 0.03)
    }

    @Test func `A synthesis is a mix that can be read`() throws {
        let parsed = try EpisodesTable.table.parse(
            arguments: ["mix", "synth", "-n", "2000"], environment: [:])
        guard case .command(let command) = parsed else {
            Issue.record("no command")
            return
        }
        let lines = try MixSynth(command).lines(facts)
        let entries = try lines.map { try line(String($0.dropLast())).entry() }
        #expect(entries.reduce(0) { $0 + $1.weight } == 2_000)
        #expect(RequestMix(entries) != nil)
    }

    @Test func `A catalogue without anything still gives requests`() {
        var synthesis = MixSynthesis(CatalogueFacts(), seed: 1, exponent: 1)
        for _ in 0..<500 { #expect(!synthesis.next().method.isEmpty) }
    }

    @Test func `Words of titles are runs of letters`() {
        #expect(
            CatalogueFacts.words(of: "A View-Based UI: SwiftUI, 2!")
                == ["view", "based", "ui", "swiftui"])
        #expect(CatalogueFacts.words(of: "\u{8BD7}") == ["\u{8BD7}"])
    }
}
