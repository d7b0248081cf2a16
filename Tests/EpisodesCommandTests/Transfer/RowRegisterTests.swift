// Purpose: repeated ids of a file are found whatever their order. Method: against a dictionary.
import CatalogFormats
import EpisodeModel
import Testing

@testable import episodes

struct RowRegisterTests {
    @Test func `it answers as a dictionary does`() {
        var register = RowRegister()
        var known: [UInt64: (value: UInt64, line: Int)] = [:]
        var state: UInt64 = 1
        for line in 1...50_000 {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            // Neighbours, multiples of powers of two and the edges of the range.
            let id =
                switch state >> 62 {
                case 0: state >> 33 % 20_000 + 1
                case 1: (state >> 33 % 1_000 + 1) << 40
                case 2: UInt64.max - state >> 33 % 1_000
                default: UInt64(line)
                }
            let value = state >> 40 % 2
            let finding = register.note(id, RowFingerprint(value: value), line: line)
            if let first = known[id] {
                #expect(
                    finding == (first.value == value ? .repeated : .differs(line: first.line)))
            } else {
                #expect(finding == .new)
                known[id] = (value, line)
            }
        }
        #expect(register.count == known.count)
        for (id, first) in known {
            #expect(register.fingerprint(of: id)?.value == first.value)
        }
        #expect(register.fingerprint(of: 0) == nil)
        #expect(RowRegister().fingerprint(of: 5) == nil)
    }

    @Test func `a fingerprint sees every field, and texts by their bytes`() {
        var base = Episode(id: 1, name: "e\u{301}")
        base.features = ["a", "b"]
        let changes: [(inout Episode) -> Void] = [
            { $0.id = 2 }, { $0.name = "\u{E9}" }, { $0.description = "x" },
            { $0.descriptionHTML = "x" }, { $0.parentName = "x" }, { $0.domains = [1] },
            { $0.difficulty = .advanced }, { $0.contentType = "x" }, { $0.subscriptionType = "x" },
            { $0.releasedAt = Timestamp(microsecondsSinceEpoch: 0) }, { $0.popularity = 1 },
            { $0.durationSeconds = 1 }, { $0.videoIdentifier = 1 }, { $0.features = ["ab"] },
            { $0.features = ["b", "a"] }, { $0.uri = "x" }, { $0.artworkURL = "x" },
            { $0.technology = "x" }, { $0.contributors = "x" }, { $0.ordinal = 1 },
            { $0.streamURL = "x" },
        ]
        var found: Set<RowFingerprint> = [RowFingerprint(base)]
        for change in changes {
            var episode = base
            change(&episode)
            found.insert(RowFingerprint(episode))
        }
        #expect(found.count == changes.count + 1)
        #expect(found.contains(RowFingerprint(base)))
    }
}
