import CPlatform
import EpisodeModel

/// Turns the counts of a facet's values into the list of an answer.
struct FacetLister {
    let values: [String]
    /// One for each value.
    let counts: Buffer<UInt32>
    /// Working memory.
    let order: Buffer<Entry>

    /// A value with its count as one number: the smaller it is, the further in front it stands.
    struct Entry: BitwiseCopyable {
        private let key: UInt64

        init(count: UInt32, value: UInt32) { key = UInt64(~count) << 32 | UInt64(value) }

        var count: UInt32 { ~UInt32(truncatingIfNeeded: key >> 32) }
        var value: UInt32 { UInt32(truncatingIfNeeded: key) }
    }

    /// The best values, then those selected that are not among them.
    ///
    /// - Parameter areEntriesKnown: `order` holds the counts above 0 already, and nothing is
    ///   selected.
    ///
    /// Over the limit, selected values take the places of the last unselected ones; only when more
    /// values are selected than the limit allows does the list become longer.
    func list(
        _ query: borrowing EpisodeQuery, _ facet: Facet, selection: FacetSelection, limit: Int,
        areEntriesKnown: Bool, into listed: inout [FacetValue]
    ) {
        listed.removeAll(keepingCapacity: true)
        if selection.hasUnknown { appendUnknown(query, facet, to: &listed) }
        let unknownCount = listed.count
        let room = max(0, limit - selection.numbers.count - unknownCount)
        if areEntriesKnown { order.keepBest(room) } else { chooseUnselected(selection, room) }
        for place in 0..<selection.numbers.count {
            let number = selection.numbers[place]
            order.append(Entry(count: counts[Int(number)], value: number))
        }
        order.sort()
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
    private func chooseUnselected(_ selection: FacetSelection, _ room: Int) {
        order.removeAll()
        // Trimming now and then keeps the work small when a facet has very many values.
        let trimCount = room > Int.max / 8 ? Int.max : room * 8 + 256
        var least: UInt32 = 1
        for value in 0..<values.count where counts[value] >= least {
            if selection.contains(UInt32(value)) { continue }
            order.append(Entry(count: counts[value], value: UInt32(value)))
            if order.count == trimCount {
                order.keepBest(room)
                least = (0..<room).reduce(UInt32.max) { min($0, order[$1].count) }
            }
        }
        order.keepBest(room)
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

extension Buffer<FacetLister.Entry> {
    /// Leaves the best, in any order.
    fileprivate func keepBest(_ room: Int) {
        guard room < count else { return }
        unsafe pointer.withMemoryRebound(to: UInt64.self, capacity: count) {
            unsafe cplatform_bring_smallest_u64($0, count, room)
        }
        assumeCount(room)
    }

    fileprivate func sort() {
        unsafe pointer.withMemoryRebound(to: UInt64.self, capacity: count) {
            unsafe cplatform_sort_u64($0, count)
        }
    }
}
