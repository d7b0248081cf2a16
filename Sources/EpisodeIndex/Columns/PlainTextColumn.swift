import CPlatform

/// A text field of all rows that is only compared, never sorted by.
///
/// Folding changes ASCII letters alone where a text is all ASCII, so such texts are compared as they
/// are, in both cases; the folded form of the others is kept beside them.
@safe struct PlainTextColumn: BitwiseCopyable, Sendable {
    let texts: ByteTable
    /// The rows whose text is not all ASCII, ascending, and their folded texts.
    private let otherRows: View<UInt32>
    private let otherFolded: ByteTable

    init(_ source: RowBlocks<UInt8>, order: [UInt32], memory: IndexMemory) {
        let texts = ByteTable(source, order: order, memory: memory)
        var others: [UInt32] = []
        var folded = RowBlocks<UInt8>()
        var folding = TextFolding()
        for row in 0..<UInt32(order.count) where !texts[row].isASCII {
            others.append(row)
            folded.append(folding.fold(texts[row]))
        }
        self.texts = texts
        otherRows = memory.keep(others)
        otherFolded = ByteTable(folded, order: nil, memory: memory)
    }

    /// Whether the folded text of a row passes; of an absent text nothing does.
    func passes(_ row: UInt32, _ test: TextTest, _ wanted: View<UInt8>) -> Bool {
        let text = texts[row]
        if text.isEmpty { return false }
        guard test.isFolded else { return text.passes(test.comparison, wanted) }
        let place = otherRows.lowerBound(of: row)
        if place < otherRows.count, otherRows[place] == row {
            return otherFolded[place].passes(test.comparison, wanted)
        }
        return text.passesFolded(test.comparison, wanted)
    }

    /// Sets the bit of every row whose text contains another; `bits` has room for all rows.
    ///
    /// One pass over the bytes of all rows.
    func markContaining(_ wanted: View<UInt8>, isFolded: Bool, in bits: Buffer<UInt64>) {
        texts.markContaining(wanted, isFolded: isFolded, in: bits)
        guard isFolded else { return }
        for place in 0..<otherRows.count {
            let row = otherRows[place]
            if otherFolded[place].contains(wanted) {
                bits.setBit(row)
            } else {
                bits[Int(row >> 6)] &= ~(1 << UInt64(row & 63))
            }
        }
    }
}

/// How a text is compared with the one looked for.
enum TextComparison: UInt8 {
    case equals, beginsWith, contains
}

/// A test of a row's text, whose own text to look for is kept elsewhere.
struct TextTest: BitwiseCopyable {
    var comparison: TextComparison
    /// Compares folded texts; otherwise byte by byte.
    var isFolded: Bool
}

extension ByteTable {
    /// Sets the bit of every string that contains another.
    ///
    /// - Parameter isFolded: ASCII letters match in both cases.
    func markContaining(_ wanted: View<UInt8>, isFolded: Bool, in bits: Buffer<UInt64>) {
        let all = allBytes
        var position = 0
        var index = 0
        while true {
            position = all.find(wanted, from: position, isFolded: isFolded)
            guard position + wanted.count <= all.count else { return }
            index = self.index(ofByte: position, from: index)
            let end = self.end(index)
            if position + wanted.count <= end {
                bits.setBit(UInt32(index))
                position = end
            } else {
                position += 1
            }
        }
    }
}

extension View<UInt8> {
    var isASCII: Bool {
        var index = 0
        while index + 8 <= count {
            if word(at: index) & 0x8080_8080_8080_8080 != 0 { return false }
            index += 8
        }
        while index < count {
            if self[index] >= 0x80 { return false }
            index += 1
        }
        return true
    }

    func passes(_ comparison: TextComparison, _ wanted: View<UInt8>) -> Bool {
        switch comparison {
        case .equals: equals(wanted)
        case .beginsWith: hasPrefix(wanted)
        case .contains: contains(wanted)
        }
    }

    /// The same for a text that is all ASCII and not folded yet.
    fileprivate func passesFolded(_ comparison: TextComparison, _ wanted: View<UInt8>) -> Bool {
        guard wanted.count <= count else { return false }
        switch comparison {
        case .equals where count != wanted.count: return false
        case .equals, .beginsWith:
            return unsafe cplatform_starts_folded(pointer, wanted.pointer, wanted.count) != 0
        case .contains: return find(wanted, from: 0, isFolded: true) < count
        }
    }

    /// The first place where another text stands; `count` when there is none.
    func find(_ wanted: View<UInt8>, from start: Int, isFolded: Bool) -> Int {
        if isFolded {
            return unsafe cplatform_find_folded(
                pointer, start, count, wanted.pointer, wanted.count)
        }
        return unsafe cplatform_find_bytes(pointer, start, count, wanted.pointer, wanted.count)
    }
}
