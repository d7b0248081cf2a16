import EpisodeModel

extension LayeredIndex {
    /// Counts the facets a query asks for: value by value, as every count is a sum over rows.
    func countFacets(
        _ query: borrowing EpisodeQuery, _ sources: Sources, _ changes: IndexChanges,
        _ scratch: SearchScratch
    ) {
        scratch.prepareFacets(query)
        let layers = scratch.layers
        var isCounted = (base: false, removed: false, added: false)
        for place in query.facets.indices {
            let facet = query.facets[place]
            if sources.areEverything {
                scratch.facets[place].replaceValues(
                    by: commonestFacetValues[Int(facet.rawValue) - 1])
                continue
            }
            base.countEveryValue(of: facet, sources.base, &isCounted.base, scratch)
            changes.removed.countEveryValue(
                of: facet, sources.removed, &isCounted.removed, layers.removed)
            changes.added.countEveryValue(
                of: facet, sources.added, &isCounted.added, layers.added)
            Self.adjust(scratch.work.valueCounts, by: layers, changes, facet)
            base.listValues(
                of: facet, query, areEntriesKnown: false,
                into: &scratch.facets[place].values, scratch)
            addNewValues(of: facet, changes, layers, to: &scratch.facets[place].values)
        }
    }

    /// Takes away what was removed and adds what was added, of values that the base has.
    private static func adjust(
        _ counts: Buffer<UInt32>, by layers: LayerScratch, _ changes: IndexChanges, _ facet: Facet
    ) {
        let removed = layers.removed.work.valueCounts
        let removedNames = changes.removedNames(facet)
        for value in 0..<removed.count where removed[value] > 0 {
            let name = Int(removedNames[value])
            counts[name] -= min(counts[name], removed[value])
        }
        let added = layers.added.work.valueCounts
        let addedNames = changes.addedNames(facet)
        for value in 0..<added.count where added[value] > 0 {
            let name = Int(addedNames[value])
            if name < counts.count { counts[name] += added[value] }
        }
    }

    /// Puts the values that only added rows have among those that are listed.
    private func addNewValues(
        of facet: Facet, _ changes: IndexChanges, _ layers: LayerScratch,
        to listed: inout [FacetValue]
    ) {
        let index = changes.added.facets[facet]
        let names = changes.addedNames(facet)
        let counts = layers.added.work.valueCounts
        let selection = layers.added.work.selections[facet]
        let knownCount = base.facets.rows(facet).keys.count
        var isChanged = false
        for number in 0..<counts.count where counts[number] > 0 && names[number] >= knownCount {
            isChanged = true
            let value = index.values[number]
            let count = Int64(counts[number])
            guard selection.contains(UInt32(number)) else {
                listed.append(
                    FacetValue(value: value, label: value, count: count, isSelected: false))
                continue
            }
            // The base lists it as a selected value that no row has. By bytes: strings would be
            // equal already when they are canonically equivalent.
            for place in listed.indices
            where listed[place].isSelected
                && listed[place].value.utf8.elementsEqual(value.utf8)
            {
                listed[place].count = count
            }
        }
        guard isChanged else { return }
        listed.sort(by: Self.precedes)
        var free = max(0, Facet.valueCountMaximum - listed.count { $0.isSelected })
        listed.removeAll { value in
            if value.isSelected { return false }
            free -= 1
            return free < 0
        }
    }

    private static func precedes(_ left: FacetValue, _ right: FacetValue) -> Bool {
        left.count != right.count
            ? left.count > right.count
            : left.value.utf8.lexicographicallyPrecedes(right.value.utf8)
    }

    /// The commonest values of a facet over all rows.
    static func values(
        of facet: Facet, _ base: CatalogIndex, _ changes: IndexChanges, limit: Int
    ) -> FacetCounts {
        let known = base.facets[facet]
        let added = changes.added.facets[facet]
        let removed = changes.removed.facets[facet]
        let addedNames = changes.addedNames(facet)
        let removedNames = changes.removedNames(facet)
        var counts = known.values.indices.map { known.postings.count($0) }
        for value in removed.values.indices {
            counts[Int(removedNames[value])] -= removed.postings.count(value)
        }
        var newValues: [FacetValue] = []
        for value in added.values.indices {
            let name = Int(addedNames[value])
            let count = added.postings.count(value)
            if name < counts.count {
                counts[name] += count
            } else if count > 0 {
                newValues.append(Self.value(added.values[value], count))
            }
        }
        var order = counts.indices.filter { counts[$0] > 0 }
        order.sort { counts[$0] != counts[$1] ? counts[$0] > counts[$1] : $0 < $1 }
        var listed = order.prefix(limit).map { Self.value(known.values[$0], counts[$0]) }
        if !newValues.isEmpty {
            listed += newValues
            listed.sort(by: precedes)
        }
        return FacetCounts(facet: facet, values: Array(listed.prefix(limit)))
    }

    private static func value(_ text: String, _ count: Int) -> FacetValue {
        FacetValue(value: text, label: text, count: Int64(count), isSelected: false)
    }
}

extension CatalogIndex {
    /// Puts the count of every value of a facet into the scratch, also when nothing was filtered.
    fileprivate func countEveryValue(
        of facet: Facet, _ source: PageSource, _ areCellsCounted: inout Bool,
        _ scratch: SearchScratch
    ) {
        guard source.isEverything else {
            _ = countValues(
                of: facet, source, areCellsCounted: &areCellsCounted, mayTakeEntries: false,
                scratch)
            return
        }
        let postings = facets.rows(facet).postings
        let counts = scratch.work.valueCounts
        counts.fill(0, count: postings.valueCount)
        for value in 0..<postings.valueCount { counts[value] = UInt32(postings.count(value)) }
    }
}
