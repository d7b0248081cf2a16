/// While building: the distinct texts of a field, of which each is folded and sorted once.
struct DistinctTexts {
    private var texts = ByteInterner()
    /// The text of each row.
    private(set) var numbers: [UInt32] = []
    /// The folded form of each text.
    private(set) var folded = RowBlocks<UInt8>()

    init(_ rows: ByteTable) {
        numbers.reserveCapacity(rows.count)
        var folding = TextFolding()
        for row in 0..<rows.count {
            let number = texts.intern(rows[row])
            if Int(number) == folded.rowCount { folded.append(folding.fold(rows[row])) }
            numbers.append(number)
        }
    }

    /// The place of each text among those that are not empty, by the folded form and then by the
    /// text itself; the empty one's is behind all others. And how many the others are.
    func ranks() -> ([UInt32], Int) {
        let sorter = RowSorter(
            (0..<texts.count).lazy.filter { !texts[$0].isEmpty }.map { number in
                (folded[number].bigEndianStart, UInt32(number))
            })
        sorter.sort()
        var order = sorter.rows
        var start = 0
        while start < order.count {
            var end = start + 1
            while end < order.count, !sorter.isNew(end) { end += 1 }
            if end - start > 1 { order[start..<end].sort { comesBefore($0, $1) } }
            start = end
        }
        var ranks = [UInt32](repeating: UInt32(order.count), count: texts.count)
        for (rank, number) in order.enumerated() { ranks[Int(number)] = UInt32(rank) }
        return (ranks, order.count)
    }

    private func comesBefore(_ left: UInt32, _ right: UInt32) -> Bool {
        let order = folded[Int(left)].compare(folded[Int(right)])
        if order != 0 { return order < 0 }
        return texts[Int(left)].compare(texts[Int(right)]) < 0
    }
}
