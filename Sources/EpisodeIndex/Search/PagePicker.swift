/// Takes the first rows of an order from a set, in whichever way costs less.
struct PagePicker {
    let order: RowOrder
    let rowCount: Int
    /// Working memory.
    let candidates: Buffer<Candidate>

    struct Candidate: BitwiseCopyable {
        var key: UInt64
        var row: UInt32
    }

    /// Appends the first `needed` rows after the start, in order.
    ///
    /// Walking the order costs about needed * rows / matches steps, gathering costs the matches;
    /// the cheaper of both is at most about the square root of needed * rows.
    func pick(_ needed: Int, from source: PageSource, into rows: Buffer<UInt32>) {
        guard needed > 0, source.count > 0 else { return }
        let walkCost = Double(needed) * Double(rowCount) / Double(source.count)
        let canWalk = !order.plan.startsWithRelevance
        if canWalk, walkCost < gatherCost(needed, of: source.count) {
            walk(needed, source, into: rows)
        } else {
            gather(needed, source, into: rows)
        }
    }

    private func gatherCost(_ needed: Int, of count: Int) -> Double {
        // A large part of the matches must be sorted; of a small one most are passed over.
        Double(count) * (needed > count / 8 ? 24 : 2)
    }

    // MARK: Walking

    private func walk(_ needed: Int, _ source: PageSource, into rows: Buffer<UInt32>) {
        let view = order.plan.firstOrder
        func row(at place: Int) -> UInt32 { view.map { $0[place] } ?? UInt32(place) }
        var place = startPlace(row(at:))
        if order.plan.components.count <= 1 {
            if let view { return walk(view, from: place, needed, source, into: rows) }
            let end = rows.count + needed
            while place < rowCount, rows.count < end {
                if source.contains(UInt32(place), order.relevance) { rows.append(UInt32(place)) }
                place += 1
            }
            return
        }
        // Rows of one first value stand by id here; all of them must be seen to order them.
        candidates.removeAll()
        while place < rowCount {
            let row = row(at: place)
            if candidates.count >= needed {
                let last = candidates[candidates.count - 1]
                if order.leadingKey(row) >> 32 != last.key >> 32 { break }
            }
            if source.contains(row, order.relevance), order.isAfterStart(row) {
                candidates.append(Candidate(key: order.leadingKey(row), row: row))
            }
            place += 1
        }
        takeSorted(needed, into: rows)
    }

    /// Walks the order of a single key, whose ties stand by id already.
    private func walk(
        _ view: View<UInt32>, from start: Int, _ needed: Int, _ source: PageSource,
        into rows: Buffer<UInt32>
    ) {
        let end = rows.count + needed
        rows.reserve(end)
        var place = start
        if let (masks, cells) = source.cellsAlone {
            let rowCells = cells.rowCells
            while place < view.count, rows.count < end {
                let row = view[place]
                if masks[rowCells[row]] == 0 { rows.append(row) }
                place += 1
            }
            return
        }
        while place < view.count, rows.count < end {
            let row = view[place]
            if source.contains(row, order.relevance) { rows.append(row) }
            place += 1
        }
    }

    /// The first place of the first key's order whose row may come after the start.
    private func startPlace(_ row: (Int) -> UInt32) -> Int {
        guard let start = order.start, let first = order.plan.components.first else { return 0 }
        let isSingle = order.plan.components.count == 1
        var low = 0
        var high = rowCount
        while low < high {
            let middle = (low + high) / 2
            let isReached =
                isSingle
                ? order.isAfterStart(row(middle))
                : UInt64(order.value(first, row(middle))) * 2 + 1 >= start.places[0]
            if isReached { high = middle } else { low = middle + 1 }
        }
        return low
    }

    // MARK: Gathering

    private func gather(_ needed: Int, _ source: PageSource, into rows: Buffer<UInt32>) {
        candidates.removeAll()
        let limit = needed > Int.max / 8 ? Int.max : needed * 4 + 64
        var threshold = UInt64.max
        source.forEach(of: rowCount, order.relevance) { row in
            guard order.isAfterStart(row) else { return }
            let key = order.leadingKey(row)
            guard key <= threshold else { return }
            candidates.append(Candidate(key: key, row: row))
            if candidates.count == limit {
                sortCandidates()
                candidates.removeLast(limit - needed)
                threshold = candidates[needed - 1].key
            }
        }
        takeSorted(needed, into: rows)
    }

    private func sortCandidates() {
        candidates.sort { left, right in
            left.key != right.key
                ? left.key < right.key : order.precedesByRest(left.row, right.row)
        }
    }

    private func takeSorted(_ needed: Int, into rows: Buffer<UInt32>) {
        sortCandidates()
        for index in 0..<min(needed, candidates.count) { rows.append(candidates[index].row) }
    }
}
