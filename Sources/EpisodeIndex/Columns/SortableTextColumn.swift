/// A text field of all rows with its folded form, and the order of its rows: by the folded form,
/// then by the text itself, both by bytes (which for UTF-8 is by code points).
@safe struct SortableTextColumn: BitwiseCopyable, Sendable {
    let texts: ByteTable
    let folded: ByteTable
    let order: RankColumn

    init(_ source: TextSource, order rowOrder: [UInt32], idOrder: [UInt32], memory: IndexMemory) {
        texts = ByteTable(source.blob, ends: source.ends, order: rowOrder, memory: memory)
        var foldedSource = TextSource()
        for row in rowOrder { foldedSource.append(TextFolding.fold(source[Int(row)])) }
        folded = ByteTable(foldedSource.blob, ends: foldedSource.ends, order: nil, memory: memory)
        let (ranks, count) = Self.ranks(texts, folded)
        order = RankColumn(ranks: ranks, distinctCount: count, idOrder: idOrder, memory: memory)
    }

    private static func ranks(_ texts: ByteTable, _ folded: ByteTable) -> ([UInt32], Int) {
        /// The first eight bytes of the folded form decide most comparisons.
        struct Entry {
            let start: UInt64
            let row: UInt32
        }
        var entries: [Entry] = []
        for row in 0..<UInt32(texts.count) where !texts.isEmpty(row) {
            entries.append(Entry(start: bigEndianStart(folded[row]), row: row))
        }
        func order(_ left: Entry, _ right: Entry) -> Int {
            if left.start != right.start { return left.start < right.start ? -1 : 1 }
            let result = folded[left.row].compare(folded[right.row])
            return result != 0 ? result : texts[left.row].compare(texts[right.row])
        }
        entries.sort { order($0, $1) < 0 }
        var ranks = [UInt32](repeating: 0, count: texts.count)
        var distinct = 0
        for (index, entry) in entries.enumerated() {
            if index > 0, order(entries[index - 1], entry) != 0 { distinct += 1 }
            ranks[Int(entry.row)] = UInt32(distinct)
        }
        if !entries.isEmpty { distinct += 1 }
        for row in 0..<UInt32(texts.count) where texts.isEmpty(row) {
            ranks[Int(row)] = UInt32(distinct)
        }
        return (ranks, distinct)
    }

    private static func bigEndianStart(_ bytes: View<UInt8>) -> UInt64 {
        var start: UInt64 = 0
        for index in 0..<8 { start = start << 8 | UInt64(index < bytes.count ? bytes[index] : 0) }
        return start
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
