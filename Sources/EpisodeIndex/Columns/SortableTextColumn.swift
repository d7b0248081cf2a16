/// A text field of all rows with its folded form, and the order of its rows: by the folded form,
/// then by the text itself, both by bytes (which for UTF-8 is by code points).
@safe struct SortableTextColumn: BitwiseCopyable, Sendable {
    let texts: ByteTable
    let folded: ByteTable
    let order: RankColumn

    init(
        _ source: RowBlocks<UInt8>, order rowOrder: [UInt32], idOrder: [UInt32],
        memory: IndexMemory
    ) {
        texts = ByteTable(source, order: rowOrder, memory: memory)
        let distinct = DistinctTexts(texts)
        let folded = distinct.folded
        var byteCount = 0
        for number in distinct.numbers { byteCount += folded[Int(number)].count }
        self.folded = ByteTable(
            count: rowOrder.count, byteCount: byteCount, memory: memory,
            string: { folded[Int(distinct.numbers[$0])] })
        let ranks = memory.take(rowOrder.count, of: UInt32.self)
        let (textRanks, count) = distinct.ranks()
        for row in 0..<rowOrder.count { ranks[row] = textRanks[Int(distinct.numbers[row])] }
        order = RankColumn(
            ranks: ranks.view, distinctCount: count, idOrder: idOrder, memory: memory)
    }

    /// Where a text stands among the distinct values: how many come before it, and whether it is
    /// one of them.
    /// - Parameter key: the text folded.
    func place(of text: View<UInt8>, folded key: View<UInt8>) -> (rank: UInt32, isPresent: Bool) {
        let position = firstPlace { row in
            let result = folded[row].compare(key)
            return (result != 0 ? result : texts[row].compare(text)) >= 0
        }
        guard position < order.ascending.count else { return (order.distinctCount, false) }
        let row = order.ascending[position]
        return (
            order.ranks[row],
            order.ranks[row] < order.distinctCount && texts[row].equals(text)
        )
    }

    /// The ranks of the texts whose folded form begins with `key`.
    func ranks(beginning key: View<UInt8>) -> Range<UInt32> {
        rank(
            firstPlace { folded[$0].compare(key) >= 0 })..<rank(
                firstPlace { row in
                    folded[row].compare(key) > 0 && !folded[row].hasPrefix(key)
                })
    }

    /// The ranks of the texts whose folded form is `key`.
    func ranks(equalTo key: View<UInt8>) -> Range<UInt32> {
        rank(
            firstPlace { folded[$0].compare(key) >= 0 })..<rank(
                firstPlace { folded[$0].compare(key) > 0 })
    }

    private func rank(_ place: Int) -> UInt32 {
        place < order.ascending.count ? order.ranks[order.ascending[place]] : order.distinctCount
    }

    /// The first place in the ascending order for whose row `isReached` holds, or whose row has no
    /// text.
    private func firstPlace(_ isReached: (UInt32) -> Bool) -> Int {
        let rows = order.ascending
        return rows.partitioningIndex { index in
            let row = rows[index]
            return order.ranks[row] >= order.distinctCount || isReached(row)
        }
    }
}
