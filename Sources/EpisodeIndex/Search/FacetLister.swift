import EpisodeModel

/// Turns the counts of a facet's values into the list of an answer.
struct FacetLister {
    let values: [String]
    /// One for each value.
    let counts: Buffer<UInt32>
    /// Working memory.
    let order: Buffer<Entry>

    struct Entry: BitwiseCopyable {
        var count: UInt32
        var value: UInt32

        static func precedes(_ left: Entry, _ right: Entry) -> Bool {
            left.count != right.count ? left.count > right.count : left.value < right.value
        }
    }

    /// The best values, then those selected that are not among them.
    ///
    /// Over the limit, selected values take the places of the last unselected ones; only when more
    /// values are selected than the limit allows does the list become longer.
    func list(_ facet: Facet, selection: FacetSelection, limit: Int) -> FacetCounts {
        order.removeAll()
        // Trimming now and then keeps the work small when a facet has very many values.
        let trimCount = limit > Int.max / 8 ? Int.max : limit * 8 + 256
        for value in 0..<values.count where counts[value] > 0 {
            order.append(Entry(count: counts[value], value: UInt32(value)))
            if order.count == trimCount { keepBest(limit) }
        }
        order.sort(by: Entry.precedes)
        var chosen: [Entry] = []
        let room = max(0, limit - selection.numbers.count - selection.unknown.count)
        var unselectedCount = 0
        for place in 0..<order.count {
            let entry = order[place]
            if selection.contains(entry.value) { continue }
            guard unselectedCount < room else { break }
            chosen.append(entry)
            unselectedCount += 1
        }
        let numbers = selection.numbers.view
        for place in 0..<numbers.count {
            let number = numbers[place]
            chosen.append(Entry(count: counts[Int(number)], value: number))
        }
        chosen.sort(by: Entry.precedes)
        var listed = chosen.map { entry in
            let value = values[Int(entry.value)]
            return FacetValue(
                value: value, label: value, count: Int64(entry.count),
                isSelected: selection.contains(entry.value))
        }
        if !selection.unknown.isEmpty {
            for value in selection.unknown {
                listed.append(FacetValue(value: value, label: value, count: 0, isSelected: true))
            }
            listed.sort { left, right in
                left.count != right.count
                    ? left.count > right.count
                    : left.value.utf8.lexicographicallyPrecedes(right.value.utf8)
            }
        }
        return FacetCounts(facet: facet, values: listed)
    }

    private func keepBest(_ limit: Int) {
        order.sort(by: Entry.precedes)
        order.removeLast(max(0, order.count - limit))
    }
}
