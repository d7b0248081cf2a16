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
    func list(
        _ query: borrowing EpisodeQuery, _ facet: Facet, selection: FacetSelection, limit: Int,
        into listed: inout [FacetValue]
    ) {
        listed.removeAll(keepingCapacity: true)
        if selection.hasUnknown { appendUnknown(query, facet, to: &listed) }
        let unknownCount = listed.count
        let room = max(0, limit - selection.numbers.count - unknownCount)
        chooseUnselected(selection, room, limit)
        for place in 0..<selection.numbers.count {
            let number = selection.numbers[place]
            order.append(Entry(count: counts[Int(number)], value: number))
        }
        order.sort(by: Entry.precedes)
        for place in 0..<order.count {
            let value = values[Int(order[place].value)]
            listed.append(
                FacetValue(
                    value: value, label: value, count: Int64(order[place].count),
                    isSelected: selection.contains(order[place].value)))
        }
        guard unknownCount > 0 else { return }
        listed.sort { left, right in
            left.count != right.count
                ? left.count > right.count
                : left.value.utf8.lexicographicallyPrecedes(right.value.utf8)
        }
    }

    /// Leaves the best unselected values in `order`.
    private func chooseUnselected(_ selection: FacetSelection, _ room: Int, _ limit: Int) {
        order.removeAll()
        // Trimming now and then keeps the work small when a facet has very many values.
        let trimCount = room > Int.max / 8 ? Int.max : room * 8 + 256
        var least: UInt32 = 1
        for value in 0..<values.count where counts[value] >= least {
            if selection.contains(UInt32(value)) { continue }
            order.append(Entry(count: counts[value], value: UInt32(value)))
            if order.count == trimCount {
                keepBest(room)
                if room > 0 { least = order[room - 1].count }
            }
        }
        keepBest(room)
    }

    private func keepBest(_ room: Int) {
        order.sort(by: Entry.precedes)
        order.removeLast(max(0, order.count - room))
    }

    /// Selected values that no row has, each once: they are listed with count 0.
    private func appendUnknown(
        _ query: borrowing EpisodeQuery, _ facet: Facet, to listed: inout [FacetValue]
    ) {
        let known = Set(values.map { Array($0.utf8) })
        var texts: [[UInt8]] = []
        switch facet {
        case .domain: texts = query.domains.map { decimal($0) }
        case .difficulty: texts = query.difficulties.map { Array($0.name.utf8) }
        case .contentType: texts = query.contentTypes.map { Array($0) }
        case .subscriptionType: texts = query.subscriptionTypes.map { Array($0) }
        case .feature: texts = query.features.map { Array($0) }
        case .parent: break
        }
        // By bytes: strings would be equal already when they are canonically equivalent.
        var seen: Set<[UInt8]> = []
        for text in texts where !known.contains(text) && seen.insert(text).inserted {
            let value = String(decoding: text, as: UTF8.self)
            listed.append(FacetValue(value: value, label: value, count: 0, isSelected: true))
        }
    }
}
