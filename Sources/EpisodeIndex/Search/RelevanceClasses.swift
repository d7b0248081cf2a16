/// The relevance class of rows: how well and how prominently a row matches the text query.
///
/// 4: the name is the query. 3: every condition matches in the name, every word whole. 2: every
/// condition matches in the name. 1: in name, parent_name, technology or contributors. 0: it
/// matches at all. The sets behind the classes are found when they are first needed.
final class RelevanceClasses {
    static let best = 4

    /// For classes 1 to 4: the rows of that class or, some of them, of a better one.
    private let sets = (0...best).map { _ in MatchSet() }
    private var isKnown = [Bool](repeating: false, count: best + 1)
    private var find: ((Int, MatchSet) -> Void)?

    /// Starts a new query; `find` fills the set of a class that begins with all rows.
    func begin(rowCount: Int, find: ((Int, MatchSet) -> Void)?) {
        // Without text no set is ever asked for.
        if find == nil, self.find == nil { return }
        self.find = find
        for index in isKnown.indices { isKnown[index] = false }
        for set in sets { set.reset(rowCount: rowCount) }
    }

    /// The rows of a class of 1 to 4, and maybe of better ones.
    func rows(_ number: Int) -> RowSet {
        if !isKnown[number] {
            isKnown[number] = true
            find?(number, sets[number])
        }
        return sets[number].rows
    }

    /// The class of a row that matches the query.
    func classOf(_ row: UInt32) -> Int {
        guard find != nil else { return 0 }
        var number = Self.best
        while number > 0, !rows(number).contains(row) { number -= 1 }
        return number
    }

    /// Whether a row that is in the set of a class belongs to no better one.
    func isBest(_ number: Int, of row: UInt32) -> Bool {
        var better = Self.best
        while better > number {
            if rows(better).contains(row) { return false }
            better -= 1
        }
        return true
    }
}
