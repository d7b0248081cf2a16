import EpisodeModel

extension CatalogIndex {
    /// Keeps the rows that pass every predicate, the quick ones first.
    func applyTests(to rows: MatchSet, _ scratch: SearchScratch) {
        let tests = scratch.work.tests.tests
        for place in 0..<tests.count where !tests[place].isSlow {
            apply(tests[place], to: rows, scratch)
        }
        for place in 0..<tests.count where tests[place].isSlow {
            rows.compact(rowCount: rowCount)
            apply(tests[place], to: rows, scratch)
        }
    }

    private func apply(_ test: PredicateTest, to rows: MatchSet, _ scratch: SearchScratch) {
        guard rows.count > 0 else { return }
        let tests = scratch.work.tests
        switch test.kind {
        case .rank(let order): applyRank(test, order, to: rows, scratch)
        case .values(let facet):
            let bits = scratch.work.lifted
            bits.clearBits(rowCount: rowCount)
            for index in test.range {
                bits.unite(with: facet.postings[Int(tests.values[Int(index)])])
            }
            scratch.work.counters.addWords(wordCount * (test.range.count + 1))
            passing(bits, isNegated: test.isNegated, rows)
        case .present(let texts):
            scratch.work.counters.addRows(rows.count)
            rows.filter(rowCount: rowCount) { texts.isEmpty($0) == test.isNegated }
        case .text(let column, let textTest):
            let wanted = tests.wanted(test)
            scratch.work.counters.addRows(rows.count)
            if textTest.comparison == .contains, rows.count > rowCount / 8 {
                let bits = scratch.work.lifted
                bits.clearBits(rowCount: rowCount)
                column.markContaining(wanted, isFolded: textTest.isFolded, in: bits)
                return passing(bits, isNegated: test.isNegated, rows)
            }
            rows.filter(rowCount: rowCount) {
                column.passes($0, textTest, wanted) != test.isNegated
            }
        case .folded(let column, let textTest):
            let wanted = tests.wanted(test)
            let texts = textTest.isFolded ? column.folded : column.texts
            scratch.work.counters.addRows(rows.count)
            if textTest.comparison == .contains, rows.count > rowCount / 8 {
                let bits = scratch.work.lifted
                bits.clearBits(rowCount: rowCount)
                texts.markContaining(wanted, isFolded: false, in: bits)
                return passing(bits, isNegated: test.isNegated, rows)
            }
            rows.filter(rowCount: rowCount) {
                texts[$0].passes(textTest.comparison, wanted) != test.isNegated
            }
        }
    }

    /// Keeps the rows of a bitset, or those that are not in it.
    private func passing(_ bits: Buffer<UInt64>, isNegated: Bool, _ rows: MatchSet) {
        if isNegated {
            rows.subtract(bits.view, rowCount: rowCount)
        } else if rows.rows.isAll {
            rows.bits.assign(bits.view)
            rows.useBits(count: rows.bits.view.bitCount())
        } else {
            rows.intersect(.bits(bits.view, count: 0))
        }
    }

    /// A range of ranks is a stretch of the order: a short one is listed, a long one compared row
    /// by row in one quick pass.
    private func applyRank(
        _ test: PredicateTest, _ order: RankColumn, to rows: MatchSet, _ scratch: SearchScratch
    ) {
        let counters = scratch.work.counters
        if rows.rows.form == .list {
            counters.addRows(rows.count)
            rows.list.assign(
                rows.rows.list, rankedIn: test.range, order.ranks, isNegated: test.isNegated)
            return rows.useList()
        }
        let places = order.places(of: test.range)
        if !test.isNegated, places.count < denseCount {
            counters.addRows(places.count)
            let listed = scratch.work.picked
            listed.assign(order.ascending.part(from: places.lowerBound, count: places.count))
            listed.sort()
            rows.intersect(.list(listed.view))
            if rows.rows.form == .list {
                rows.list.assign(rows.rows.list)
                rows.useList()
            }
            return
        }
        counters.addRows(rowCount)
        let bits = scratch.work.lifted
        let count = bits.assign(rankedIn: test.range, order.ranks, isNegated: test.isNegated)
        if rows.rows.isAll {
            rows.bits.assign(bits.view)
            rows.useBits(count: count)
        } else {
            rows.intersect(.bits(bits.view, count: count))
        }
    }
}
