import CPlatform

// The kernels of CPlatform on views and buffers: sets of rows as bits, 64 to a word, and lists of
// row numbers ascending.

/// Words that hold `rowCount` bits.
func bitsetWordCount(rowCount: Int) -> Int { (rowCount + 63) / 64 }

extension View<UInt64> {
    func hasBit(_ row: UInt32) -> Bool { self[Int(row >> 6)] >> UInt64(row & 63) & 1 != 0 }

    /// Complexity: O(words).
    func bitCount() -> Int { Int(unsafe cplatform_bitset_count(pointer, count)) }

    /// Set bits that the other has as well.
    func bitCount(with other: View<UInt64>) -> Int {
        assert(count == other.count)
        return Int(unsafe cplatform_bitset_and_count(pointer, other.pointer, count))
    }

    /// Calls `body` with every set bit, ascending, until it returns false.
    func forEachBit(from start: Int = 0, while body: (UInt32) -> Bool) {
        var index = start >> 6
        guard index < count else { return }
        var word = self[index] & (~0 << UInt64(start & 63))
        while true {
            while word != 0 {
                guard body(UInt32(index * 64 + word.trailingZeroBitCount)) else { return }
                word &= word &- 1
            }
            index += 1
            guard index < count else { return }
            word = self[index]
        }
    }
}

extension Buffer<UInt64> {
    /// An empty set of `rowCount` rows.
    func clearBits(rowCount: Int) { fill(0, count: bitsetWordCount(rowCount: rowCount)) }

    func setBit(_ row: UInt32) { self[Int(row >> 6)] |= 1 << UInt64(row & 63) }

    func setBits(of rows: View<UInt32>) {
        unsafe cplatform_bitset_set_rows(pointer, rows.pointer, rows.count)
    }

    func unite(with other: View<UInt64>) {
        assert(count == other.count)
        unsafe cplatform_bitset_or(pointer, other.pointer, count)
    }

    /// Adds the rows of a posting list.
    func unite(with rows: RowSet) {
        switch rows.form {
        case .all: break  // no posting list is stored so
        case .list: setBits(of: rows.list)
        case .bits: unite(with: rows.words)
        }
    }

    /// Becomes the intersection; either may be this buffer's own view. Returns its size.
    func assignIntersection(_ left: View<UInt64>, _ right: View<UInt64>) -> Int {
        assert(left.count == right.count)
        reserve(left.count)
        assumeCount(left.count)
        return Int(unsafe cplatform_bitset_and(pointer, left.pointer, right.pointer, left.count))
    }

    /// Becomes all rows whose rank lies in a range, or outside it. Returns how many.
    func assign(
        rankedIn range: Range<UInt32>, _ ranks: View<UInt32>, isNegated: Bool
    ) -> Int {
        let words = bitsetWordCount(rowCount: ranks.count)
        reserve(words)
        assumeCount(words)
        return Int(
            unsafe cplatform_range_bits(
                pointer, ranks.pointer, ranks.count, range.lowerBound, UInt32(range.count),
                isNegated ? 1 : 0))
    }

    /// Becomes what is in `left` and not in `right`. Returns its size.
    func assignDifference(_ left: View<UInt64>, _ right: View<UInt64>) -> Int {
        assert(left.count == right.count)
        reserve(left.count)
        assumeCount(left.count)
        return Int(
            unsafe cplatform_bitset_and_not(pointer, left.pointer, right.pointer, left.count))
    }
}

extension Buffer<UInt32> {
    /// Becomes the rows of the list whose bit is set; the list may be this buffer's own view.
    func assign(_ rows: View<UInt32>, havingBitIn bits: View<UInt64>) {
        reserve(rows.count)
        let kept = unsafe cplatform_bitset_filter(
            pointer, rows.pointer, rows.count, bits.pointer)
        assumeCount(Int(kept))
    }

    /// Becomes the list of all set bits.
    func assignRows(of bits: View<UInt64>, count rowCount: Int) {
        reserve(rowCount)
        assumeCount(Int(unsafe cplatform_bitset_rows(pointer, bits.pointer, bits.count)))
    }
}

extension Buffer<UInt32> {
    /// Becomes the rows that both lists hold; `left` may be this buffer's own view.
    ///
    /// Complexity: O(shorter * log(longer / shorter)), or O(both) when they are of a size.
    func assignIntersection(_ left: View<UInt32>, _ right: View<UInt32>) {
        reserve(left.count)
        assumeCount(
            unsafe cplatform_lists_meet(
                pointer, left.pointer, left.count, right.pointer, right.count))
    }

    /// Becomes the rows of a list whose cell is in a set of cells; may be this buffer's own view.
    func assign(_ rows: View<UInt32>, inCells cells: View<UInt64>, of rowCells: View<UInt32>) {
        reserve(rows.count)
        assumeCount(
            unsafe cplatform_rows_in_cells(
                pointer, rows.pointer, rows.count, rowCells.pointer, cells.pointer))
    }

    /// Becomes the rows of a list whose rank lies in a range, or outside it; may be this buffer's
    /// own view.
    func assign(
        _ rows: View<UInt32>, rankedIn range: Range<UInt32>, _ ranks: View<UInt32>,
        isNegated: Bool
    ) {
        reserve(rows.count)
        assumeCount(
            unsafe cplatform_rows_in_range(
                pointer, rows.pointer, rows.count, ranks.pointer, range.lowerBound,
                UInt32(range.count), isNegated ? 1 : 0))
    }

    func sort() { unsafe cplatform_sort_u32(pointer, count) }
}
