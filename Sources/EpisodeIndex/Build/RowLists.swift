/// While building: a list of numbers for each row, in row order.
struct RowLists {
    /// Where each row's numbers end in `values`.
    var ends: [Int] = []
    var values: [UInt32] = []

    var rowCount: Int { ends.count }

    mutating func endRow() { ends.append(values.count) }

    func range(_ row: Int) -> Range<Int> { (row == 0 ? 0 : ends[row - 1])..<ends[row] }

    /// The same lists, the rows in another order.
    func permuted(_ order: [UInt32]) -> RowLists {
        var result = RowLists()
        result.ends.reserveCapacity(ends.count)
        result.values.reserveCapacity(values.count)
        for row in order {
            result.values.append(contentsOf: values[range(Int(row))])
            result.endRow()
        }
        return result
    }

    /// The same lists, every number replaced by `numbers[number]`.
    mutating func renumber(_ numbers: [UInt32]) {
        for index in values.indices { values[index] = numbers[Int(values[index])] }
    }
}

/// In the finished index: a list of numbers for each row.
@safe struct KeptRowLists: BitwiseCopyable, Sendable {
    /// Where each row's numbers start in `values`, and where the last one's end.
    let starts: View<UInt64>
    let values: View<UInt32>

    init(_ lists: RowLists, memory: IndexMemory) {
        starts = memory.keep([0] + lists.ends.map { UInt64($0) })
        values = memory.keep(lists.values)
    }

    init(starts: View<UInt64>, values: View<UInt32>) {
        self.starts = starts
        self.values = values
    }

    /// Of no row.
    static var none: KeptRowLists { KeptRowLists(starts: .empty, values: .empty) }

    /// How many numbers a row has.
    func count(_ row: Int) -> Int { Int(starts[row + 1] - starts[row]) }

    subscript(row: Int) -> View<UInt32> {
        let start = Int(starts[row])
        return values.part(from: start, count: Int(starts[row + 1]) - start)
    }

    subscript(row: UInt32) -> View<UInt32> { self[Int(row)] }
}
