import TestSupport
import Testing

@testable import EpisodeIndex

/// Purpose: the kernels in C do what a plain loop does.
/// Method: random words of every length up to more than one step of the widest form.
struct BitsetTests {
    private static func sets(_ count: Int) -> (
        Set<UInt32>, Set<UInt32>, Buffer<UInt64>, Buffer<UInt64>
    ) {
        var generator = SeededGenerator(seed: UInt64(count))
        var pair: [(Set<UInt32>, Buffer<UInt64>)] = []
        for density in [3, 20] as [UInt64] {
            var rows: Set<UInt32> = []
            for row in 0..<UInt32(count) where generator.next() % density == 0 { rows.insert(row) }
            let bits = Buffer<UInt64>()
            bits.clearBits(rowCount: count)
            for row in rows { bits.setBit(row) }
            pair.append((rows, bits))
        }
        return (pair[0].0, pair[1].0, pair[0].1, pair[1].1)
    }

    private static func rows(_ bits: Buffer<UInt64>) -> Set<UInt32> {
        var rows: Set<UInt32> = []
        bits.view.forEachBit { rows.insert($0).inserted }
        return rows
    }

    private static func list(_ rows: Set<UInt32>) -> Buffer<UInt32> {
        let buffer = Buffer<UInt32>()
        for row in rows.sorted() { buffer.append(row) }
        return buffer
    }

    @Test(arguments: [0, 1, 63, 64, 65, 500, 511, 512, 513, 1_000, 5_000])
    func `Set operations on bits are those on sets`(rowCount: Int) {
        let (left, right, leftBits, rightBits) = Self.sets(rowCount)
        #expect(leftBits.view.bitCount() == left.count)
        #expect(Self.rows(leftBits) == left)
        #expect(leftBits.view.bitCount(with: rightBits.view) == left.intersection(right).count)
        let result = Buffer<UInt64>()
        #expect(
            result.assignIntersection(leftBits.view, rightBits.view)
                == left.intersection(right).count)
        #expect(Self.rows(result) == left.intersection(right))
        #expect(
            result.assignDifference(leftBits.view, rightBits.view) == left.subtracting(right).count)
        #expect(Self.rows(result) == left.subtracting(right))
        result.unite(with: rightBits.view)
        #expect(Self.rows(result) == left.union(right))
        let leftList = Self.list(left)
        withExtendedLifetime(leftList) { result.setBits(of: leftList.view) }
        #expect(Self.rows(result) == left.union(right))
    }

    @Test(arguments: [0, 1, 64, 700, 5_000])
    func `Lists meet bits and lists, also in place`(rowCount: Int) {
        let (left, right, leftBits, rightBits) = Self.sets(rowCount)
        let both = left.intersection(right).sorted()
        let result = Self.list(left)
        result.assign(result.view, havingBitIn: rightBits.view)
        #expect(result.view.elements == both)
        for (own, other) in [(left, right), (right, left)] {
            let list = Self.list(own)
            let otherList = Self.list(other)
            withExtendedLifetime(otherList) {
                list.assignIntersection(list.view, otherList.view)
            }
            #expect(list.view.elements == both)
        }
        result.assignRows(of: leftBits.view, count: left.count)
        #expect(result.view.elements == left.sorted())
    }

    @Test func `Bits can be walked from the middle and left early`() {
        let (left, _, leftBits, _) = Self.sets(1_000)
        var seen: [UInt32] = []
        leftBits.view.forEachBit(from: 333) { row in
            seen.append(row)
            return seen.count < 10
        }
        #expect(seen == Array(left.sorted().filter { $0 >= 333 }.prefix(10)))
    }
}

extension View {
    fileprivate var elements: [Element] { (0..<count).map { self[$0] } }
}
