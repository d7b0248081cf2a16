import EpisodeModel
import TestSupport
import Testing

/// Purpose: comparing keys compares values, also at the ends of the ranges.
struct OrderedKeyTests {
    @Test func `Numbers keep their order`() {
        let edges: [Double] = [
            -.greatestFiniteMagnitude, -1e300, -2, -1.5, -1, -.leastNormalMagnitude,
            -.leastNonzeroMagnitude, 0, .leastNonzeroMagnitude, .leastNormalMagnitude, 0.1, 1, 1.5,
            2, 1e300, .greatestFiniteMagnitude,
        ]
        for (left, right) in zip(edges, edges.dropFirst()) {
            #expect(OrderedKey.of(left) < OrderedKey.of(right), "\(left) \(right)")
        }
        #expect(OrderedKey.of(-0.0) == OrderedKey.of(0.0))
    }

    @Test func `Random numbers keep their order`() {
        var generator = SeededGenerator(seed: 3)
        func number() -> Double {
            while true {
                let number = Double(bitPattern: generator.next())
                if number.isFinite { return number }
            }
        }
        for _ in 0..<20_000 {
            let (left, right) = (number(), number())
            #expect((left < right) == (OrderedKey.of(left) < OrderedKey.of(right)))
            #expect((left == right) == (OrderedKey.of(left) == OrderedKey.of(right)))
        }
    }

    @Test func `Moments keep their order through 1970`() throws {
        let moments = try [
            Timestamp.minimum, try #require(Timestamp(microsecondsSinceEpoch: -1)),
            #require(Timestamp(microsecondsSinceEpoch: 0)),
            #require(Timestamp(microsecondsSinceEpoch: 1)), Timestamp.maximum,
        ]
        for (left, right) in zip(moments, moments.dropFirst()) {
            #expect(OrderedKey.of(left) < OrderedKey.of(right))
        }
    }

    @Test func `Absent values of a row have no key, and all levels is absent`() {
        var episode = Episode(id: 9, name: "x")
        #expect(OrderedKey.of(.id, in: episode) == 9)
        for field in EpisodeField.allCases where field != .id {
            #expect(OrderedKey.of(field, in: episode) == nil, "\(field)")
        }
        episode.difficulty = .advanced
        episode.durationSeconds = 5
        episode.ordinal = 6
        episode.videoIdentifier = 7
        #expect(OrderedKey.of(.difficulty, in: episode) == 3)
        #expect(OrderedKey.of(.duration, in: episode) == 5)
        #expect(OrderedKey.of(.ordinal, in: episode) == 6)
        #expect(OrderedKey.of(.videoIdentifier, in: episode) == 7)
    }
}
