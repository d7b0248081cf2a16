// Purpose: requests that change the catalogue are taken whole and valid, or refused with the place
// of the first fault. Method: what a client encodes is decoded; faults are put in by hand.
import EpisodeModel
import EpisodeProtocol
import TestSupport
import Testing

@Suite struct EditDecodingTests {
    private func decode(_ bytes: [UInt8]) throws(EpisodeError) -> UpsertRequest {
        try RequestDecoder().decodeUpsert(bytes.span.bytes)
    }

    private func error(_ bytes: [UInt8]) -> EpisodeError? {
        do {
            _ = try decode(bytes)
            return nil
        } catch { return error }
    }

    private func error(_ change: (inout Episode) -> Void) -> EpisodeError? {
        var episode = Episode(id: 7, name: "Seven")
        change(&episode)
        let first = Episode(id: 1, name: "One")
        return error(MessageCoding.encodeUpsert(episodes: [first, episode], domains: []))
    }

    @Test func `what a client sends is what the catalogue gets`() throws {
        var catalogue = RandomCatalogue(seed: 11)
        var episodes = catalogue.episodes(count: 300)
        // No part of the message.
        for index in episodes.indices { episodes[index].streamURL = "" }
        var domain = Domain(id: 9, name: "Flutter")
        domain.slug = "flutter"
        domain.ordinal = 3
        let request = try decode(
            MessageCoding.encodeUpsert(episodes: episodes, domains: [domain]))
        #expect(request.episodes == episodes)
        #expect(request.domains == [domain])
        #expect(try decode([]).episodes.isEmpty)
    }

    @Test func `lists are brought into the catalogue's form`() throws {
        var episode = Episode(id: 1, name: "One")
        episode.domains = [9, 1, 9]
        episode.features = ["b", "a", "b", "e\u{301}", "é"]
        let request = try decode(MessageCoding.encodeUpsert(episodes: [episode], domains: []))
        #expect(request.episodes[0].domains == [1, 9])
        #expect(
            request.episodes[0].features.map { Array($0.utf8) }
                == ["b", "a", "e\u{301}", "é"].map { Array($0.utf8) })
    }

    @Test func `the first fault is named with its place`() {
        #expect(error { $0.id = 0 }?.field == "episodes[1].id")
        #expect(error { $0.name = "" }?.field == "episodes[1].name")
        #expect(error { $0.name = "a\0b" }?.field == "episodes[1].name")
        #expect(error { $0.popularity = .infinity }?.field == "episodes[1].popularity")
        #expect(error { $0.popularity = .nan }?.field == "episodes[1].popularity")
        #expect(error { $0.features = [""] }?.field == "episodes[1].features")
        #expect(error { $0.domains = [0] }?.field == "episodes[1].domains")
        let long = error { $0.name = String(repeating: "n", count: 8_193) }
        #expect(long?.field == "episodes[1].name")
        let repeated = error { $0.id = 1 }
        #expect(repeated?.field == "episodes[1].id")
        #expect(repeated?.problem.contains("episodes[0]") == true)
        let domain = Domain(id: 0, name: "Zero")
        #expect(
            error(MessageCoding.encodeUpsert(episodes: [], domains: [domain]))?.field
                == "domains[0].id")
    }

    @Test func `an unknown difficulty is refused and 0 is the source's null`() throws {
        // Field 1 holds id 7, name "S" and a difficulty.
        func row(_ difficulty: UInt8) -> [UInt8] {
            [0x0A, 7, 0x08, 7, 0x12, 1, 0x53, 0x30, difficulty]
        }
        #expect(try decode(row(0)).episodes.first?.difficulty == .allLevels)
        #expect(try decode(row(3)).episodes.first?.difficulty == .advanced)
        let fault = error(row(5))
        #expect(fault?.field == "episodes[0].difficulty")
        #expect(fault?.remedy.contains("4 ALL_LEVELS") == true)
    }

    @Test func `a row that cannot be served is refused before anything is kept`() {
        let fault = error {
            $0.description = String(repeating: "d", count: 1_000_000)
            $0.descriptionHTML = String(repeating: "h", count: 1_048_576)
            $0.contributors = String(repeating: "c", count: 100_000)
        }
        #expect(fault?.field == "episodes[1]")
        #expect(fault?.problem.contains("bytes in all") == true)
    }

    @Test func `fields are bounded over all rows together`() {
        // Two bytes for each of so many numbers, in rows of 60,000.
        let row = (0..<60_000).flatMap { _ in [0x28, 0x01] as [UInt8] }
        var head: [UInt8] = [0x0A]
        var rest = row.count + 5
        while rest >= 0x80 {
            head.append(UInt8(rest & 0x7F) | 0x80)
            rest >>= 7
        }
        head.append(UInt8(rest))
        var bytes: [UInt8] = []
        for number in UInt8(1)...20 { bytes += head + [0x08, number, 0x12, 1, 0x53] + row }
        #expect(error(bytes)?.code == .resourceExhausted)
        // The same number again and again is one.
        #expect(error(Array(bytes.prefix(head.count + row.count + 5))) == nil)
    }

    @Test func `ids to delete come packed or not, each once`() throws {
        let packed = MessageCoding.encodeDelete(ids: [5, 3, 5, .max])
        #expect(try RequestDecoder().decodeDelete(packed.span.bytes) == [5, 3, .max])
        let single: [UInt8] = [0x08, 5, 0x08, 3]
        #expect(try RequestDecoder().decodeDelete(single.span.bytes) == [5, 3])
        #expect(throws: EpisodeError.self) {
            try RequestDecoder().decodeDelete(([0x0D, 1, 2, 3, 4] as [UInt8]).span.bytes)
        }
    }
}
