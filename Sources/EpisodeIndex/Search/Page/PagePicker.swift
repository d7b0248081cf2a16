/// Takes the first rows of an order of several keys from a set, in whichever way costs less.
struct PagePicker {
    let order: RowOrder
    let source: PageSource

    private var index: CatalogIndex { order.index }
    private var scratch: SearchScratch { order.scratch }
    private var candidates: Buffer<Candidate> { order.scratch.work.candidates }

    /// Appends the first `needed` rows after the start, in order.
    ///
    /// Walking the order costs about needed * rows / matches steps, gathering costs the matches;
    /// the cheaper of both is at most about the square root of needed * rows.
    func pick(_ needed: Int, into rows: Buffer<UInt32>) {
        guard needed > 0, source.count > 0 else { return }
        candidates.removeAll()
        let walkCost = Double(needed) * Double(index.rowCount) / Double(source.count)
        let canWalk = order.plan.count > 0 && !order.plan.startsWithRelevance
        // A large part of the matches must be sorted; of a small one most are passed over.
        let gatherCost = Double(source.count) * (needed > source.count / 8 ? 24 : 2)
        if canWalk, walkCost < gatherCost { walk(needed) } else { gather(needed) }
        candidates.sort(by: order.precedes)
        for place in 0..<min(needed, candidates.count) { rows.append(candidates[place].row) }
    }

    /// Rows of one first value stand by id in its order; all of them must be seen to order them.
    private func walk(_ needed: Int) {
        let view = order.plan[0].rows
        var place = startPlace(view)
        let first = place
        while place < view.count {
            let row = view[place]
            if candidates.count >= needed {
                let last = candidates[candidates.count - 1]
                if order.leadingKey(row) >> 32 != last.key >> 32 { break }
            }
            if index.contains(row, source, scratch), order.isAfterStart(row) {
                candidates.append(Candidate(key: order.leadingKey(row), row: row))
            }
            place += 1
        }
        scratch.work.counters.addRows(place - first)
    }

    /// The first place of the first key's order whose row may come after the start.
    private func startPlace(_ view: View<UInt32>) -> Int {
        guard let start = order.start else { return 0 }
        return view.partitioningIndex {
            UInt64(order.value(order.plan[0], view[$0])) * 2 + 1 >= start[0]
        }
    }

    private func gather(_ needed: Int) {
        let limit = needed > Int.max / 8 ? Int.max : needed * 4 + 64
        var threshold = UInt64.max
        scratch.work.counters.addRows(source.count)
        index.forEach(source, scratch) { row in
            guard order.isAfterStart(row) else { return }
            let key = order.leadingKey(row)
            guard key <= threshold else { return }
            candidates.append(Candidate(key: key, row: row))
            if candidates.count == limit {
                candidates.sort(by: order.precedes)
                candidates.removeLast(limit - needed)
                threshold = candidates[needed - 1].key
            }
        }
    }
}
