import CPlatform

/// Which cells pass a query's selections of alternatives.
struct CellFilter: BitwiseCopyable {
    /// For each facet with a selection the cells that it lets in, one after the other.
    private let selected: Buffer<UInt64>
    private let isActive: Buffer<Bool>
    private let all: Buffer<UInt64>
    private let result: Buffer<UInt64>

    init(memory: ScratchMemory) {
        selected = memory.buffer()
        isActive = memory.buffer()
        all = memory.buffer()
        result = memory.buffer()
    }

    /// Complexity: O(cells / 64) for each selected value that many cells have.
    func assign(_ selections: FacetSelections, in cells: borrowing CellTable) {
        let length = cells.wordCount
        selected.reserve(length * CellFacet.allCases.count)
        selected.assumeCount(length * CellFacet.allCases.count)
        isActive.fill(false, count: CellFacet.allCases.count)
        for facet in CellFacet.allCases {
            let selection = selections[facet.facet]
            guard selection.isActive else { continue }
            isActive[facet.rawValue] = true
            let start = facet.rawValue * length
            for index in start..<(start + length) { selected[index] = 0 }
            let numbers = selection.numbers
            for place in 0..<numbers.count {
                let rows = cells.cells(withValue: numbers[place], facet)
                if rows.form == .bits {
                    let words = rows.words
                    for index in 0..<length { selected[start + index] |= words[index] }
                } else {
                    let list = rows.list
                    for index in 0..<list.count {
                        selected[start + Int(list[index] >> 6)] |= 1 << UInt64(list[index] & 63)
                    }
                }
            }
        }
        meet(into: all, except: nil, cellCount: cells.count)
    }

    /// Cells that pass all selections.
    var passing: View<UInt64> { all.view }

    /// Cells that pass the selections of all facets but one; good until the next call.
    func passing(except facet: CellFacet, in cells: borrowing CellTable) -> View<UInt64> {
        guard isActive[facet.rawValue] else { return all.view }
        meet(into: result, except: facet, cellCount: cells.count)
        return result.view
    }

    private func meet(into words: Buffer<UInt64>, except lifted: CellFacet?, cellCount: Int) {
        let length = bitsetWordCount(rowCount: cellCount)
        words.fill(~0, count: length)
        if cellCount & 63 != 0 { words[length - 1] = ~0 >> UInt64(64 - cellCount & 63) }
        for facet in CellFacet.allCases where facet != lifted && isActive[facet.rawValue] {
            let start = facet.rawValue * length
            for index in 0..<length { words[index] &= selected[start + index] }
        }
    }
}

extension View<UInt64> {
    /// Adds up the numbers of the set bits; there are 64 for each word.
    func sum(of counts: View<UInt32>) -> Int {
        assert(counts.count >= count * 64)
        return Int(unsafe cplatform_masked_sum(counts.pointer, pointer, count))
    }
}
