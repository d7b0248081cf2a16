import TestSupport
import Testing

@testable import EpisodeIndex

/// Purpose: the kernels in C do what a plain loop does.
/// Method: random words of every length up to more than one step of the widest form.
final class BitsetTests {
    private let memory = ScratchMemory()

    private func sets(_ count: Int) -> (
        Set<UInt32>, Set<UInt32>, Buffer<UInt64>, Buffer<UInt64>
    ) {
        var generator = SeededGenerator(seed: UInt64(count))
        let (left, leftBits) = set(count, oneIn: 3, using: &generator)
        let (right, rightBits) = set(count, oneIn: 20, using: &generator)
        return (left, right, leftBits, rightBits)
    }

    private func set(
        _ count: Int, oneIn part: UInt64, using generator: inout SeededGenerator
    ) -> (Set<UInt32>, Buffer<UInt64>) {
        var rows: Set<UInt32> = []
        for row in 0..<UInt32(count) where generator.next() % part == 0 { rows.insert(row) }
        let bits: Buffer<UInt64> = memory.buffer()
        bits.clearBits(rowCount: count)
        for row in rows { bits.setBit(row) }
        return (rows, bits)
    }

    private func rows(_ bits: Buffer<UInt64>) -> Set<UInt32> {
        var rows: Set<UInt32> = []
        bits.view.forEachBit { rows.insert($0).inserted }
        return rows
    }

    private func list(_ rows: some Sequence<UInt32>) -> Buffer<UInt32> {
        let buffer: Buffer<UInt32> = memory.buffer()
        for row in rows { buffer.append(row) }
        return buffer
    }

    @Test(arguments: [0, 1, 63, 64, 65, 500, 511, 512, 513, 1_000, 5_000])
    func `Set operations on bits are those on sets`(rowCount: Int) {
        let (left, right, leftBits, rightBits) = sets(rowCount)
        #expect(leftBits.view.bitCount() == left.count)
        #expect(rows(leftBits) == left)
        #expect(leftBits.view.bitCount(with: rightBits.view) == left.intersection(right).count)
        let result: Buffer<UInt64> = memory.buffer()
        #expect(
            result.assignIntersection(leftBits.view, rightBits.view)
                == left.intersection(right).count)
        #expect(rows(result) == left.intersection(right))
        #expect(
            result.assignDifference(leftBits.view, rightBits.view) == left.subtracting(right).count)
        #expect(rows(result) == left.subtracting(right))
        result.unite(with: rightBits.view)
        #expect(rows(result) == left.union(right))
        result.setBits(of: list(left.sorted()).view)
        #expect(rows(result) == left.union(right))
    }

    @Test(arguments: [0, 1, 64, 700, 5_000])
    func `Lists meet bits and lists, also in place`(rowCount: Int) {
        let (left, right, leftBits, rightBits) = sets(rowCount)
        let both = left.intersection(right).sorted()
        let result = list(left.sorted())
        result.assign(result.view, havingBitIn: rightBits.view)
        #expect(result.view.elements == both)
        for (own, other) in [(left, right), (right, left)] {
            let result = list(own.sorted())
            result.assignIntersection(result.view, list(other.sorted()).view)
            #expect(result.view.elements == both)
        }
        result.assignRows(of: leftBits.view, count: left.count)
        #expect(result.view.elements == left.sorted())
    }

    @Test func `Bits can be walked from the middle and left early`() {
        let (left, _, leftBits, _) = sets(1_000)
        var seen: [UInt32] = []
        leftBits.view.forEachBit(from: 333) { row in
            seen.append(row)
            return seen.count < 10
        }
        #expect(seen == Array(left.sorted().filter { $0 >= 333 }.prefix(10)))
    }

    @Test(arguments: [1, 64, 65, 1_000, 9_000, 20_000])
    func `Groups of bitsets are walked from any row, with a count or without`(rowCount: Int) {
        var generator = SeededGenerator(seed: UInt64(rowCount))
        for _ in 0..<40 {
            let groups = RowGroups(memory: memory)
            var expected = Set(0..<UInt32(rowCount))
            for _ in 0..<generator.number(1...4) {
                var any: Set<UInt32> = []
                for _ in 0..<generator.number(1...5) {
                    let part = generator.pick([2, 3, 40] as [UInt64])
                    let (rows, bits) = set(rowCount, oneIn: part, using: &generator)
                    any.formUnion(rows)
                    groups.append(bits.view)
                }
                groups.endGroup()
                expected.formIntersection(any)
            }
            let words = bitsetWordCount(rowCount: rowCount)
            let bits: Buffer<UInt64> = memory.buffer()
            #expect(groups.assign(to: bits, wordCount: words) == expected.count)
            #expect(rows(bits) == expected)
            let start = generator.number(0...(rowCount - 1))
            let skip = generator.pick([0, 0, 1, 70, 5_000])
            let limit = generator.pick([0, 1, 20, 300])
            let rest = expected.sorted().filter { $0 >= start }
            for countsAll in [true, false] {
                let taken: Buffer<UInt32> = memory.buffer()
                let walk = groups.walk(
                    into: taken, wordCount: words, from: start, skip: skip, limit: limit,
                    countsAll: countsAll)
                #expect(taken.view.elements == Array(rest.dropFirst(skip).prefix(limit)))
                if countsAll { #expect(walk.seenCount == rest.count) }
            }
        }
    }

    @Test(arguments: [0, 1, 30, 64, 1_000, 20_000])
    func `Ranks in a range become bits or stay in a list`(rowCount: Int) {
        var generator = SeededGenerator(seed: UInt64(rowCount))
        let ranks = list((0..<rowCount).map { _ in UInt32(generator.number(0...99)) })
        let own = (0..<UInt32(rowCount)).filter { _ in generator.oneIn(3) }
        for (range, isNegated) in [
            (10..<20, false), (0..<100, false), (5..<5, true), (90..<99, true),
        ] {
            let passes = { (row: UInt32) in range.contains(Int(ranks[Int(row)])) != isNegated }
            let bounds = UInt32(range.lowerBound)..<UInt32(range.upperBound)
            let bits: Buffer<UInt64> = memory.buffer()
            let count = bits.assign(rankedIn: bounds, ranks.view, isNegated: isNegated)
            let expected = (0..<UInt32(rowCount)).filter(passes)
            #expect(rows(bits).sorted() == expected && count == expected.count)
            let kept = list(own)
            kept.assign(kept.view, rankedIn: bounds, ranks.view, isNegated: isNegated)
            #expect(kept.view.elements == own.filter(passes))
        }
    }

    @Test(arguments: [0, 1, 2, 24, 25, 1_000, 30_000])
    func `Numbers are sorted whatever their order was`(count: Int) {
        var generator = SeededGenerator(seed: UInt64(count))
        let random = (0..<count).map { _ in UInt32(generator.number(0...count)) }
        for numbers in [random, random.sorted(), random.sorted().reversed(), random.map { $0 % 3 }]
        {
            let buffer = list(numbers)
            buffer.sort()
            #expect(buffer.view.elements == numbers.sorted())
            let other = list(numbers)
            other.sort { $0 < $1 }
            #expect(other.view.elements == numbers.sorted())
        }
    }
}

extension View {
    fileprivate var elements: [Element] { (0..<count).map { self[$0] } }
}
