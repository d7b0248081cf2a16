// Purpose: damaged messages and texts are errors, never crashes. Method: seeded damage to good ones.
import MessageJSON
import TestSupport
import Testing

struct DamagedInputTests {
    private static let type = "episodes.v1.ListEpisodesResponse"
    private static let text = #"""
        {"episodes":[{"id":"7","name":"Zoë","domains":[1,2],"releasedAt":"2020-01-31T08:00:00.5Z",
        "popularity":0.25,"features":["a","b"]}],"facets":[{"facet":"FACET_DOMAIN","values":
        [{"value":"1","count":"3","selected":true}]}],"revision":"9","notModified":true}
        """#

    @Test func `damaged bytes are read or refused`() throws {
        let good = try MessageJSON.decode(Self.text, type: Self.type)
        var generator = SeededGenerator(seed: 7)
        var refused = 0
        for _ in 0..<20_000 {
            var bytes = good
            for _ in 0..<Int.random(in: 1...3, using: &generator) {
                bytes[Int.random(in: 0..<bytes.count, using: &generator)] = UInt8.random(
                    in: 0...255, using: &generator)
            }
            bytes.removeLast(Int.random(in: 0...4, using: &generator))
            do throws(MessageJSONError) {
                let text = try MessageJSON.encode(bytes, type: Self.type)
                // What was read can be written, whatever it means now.
                _ = try MessageJSON.decode(text, type: Self.type)
            } catch {
                refused += 1
            }
        }
        #expect(refused > 1_000 && refused < 19_000)
    }

    @Test func `damaged texts are read or refused`() throws {
        let good = Array(Self.text.utf8)
        var generator = SeededGenerator(seed: 8)
        var refused = 0
        for _ in 0..<20_000 {
            var bytes = good
            let place = Int.random(in: 0..<bytes.count, using: &generator)
            bytes[place] = UInt8(ascii: "0") + UInt8.random(in: 0...75, using: &generator)
            do throws(MessageJSONError) {
                let wire = try MessageJSON.decode(
                    String(decoding: bytes, as: UTF8.self), type: Self.type)
                #expect(throws: Never.self) { try MessageJSON.encode(wire, type: Self.type) }
            } catch {
                refused += 1
            }
        }
        #expect(refused > 5_000)
    }
}
