/// How well a row that matches does so: the same query asked of ever wider places.
extension NaiveText {
    /// The relevance class of a row that matches, 4 (best) to 0.
    ///
    /// - 4: the name is the query, unit for unit in order; light signs count on neither side.
    /// - 3: each condition matches in the name and every word is whole.
    /// - 2: each condition matches in the name.
    /// - 1: each condition matches in one of the narrow fields.
    /// - 0: the row matches through its description.
    /// - Parameter narrow: the units of the name, the parent's name, the technology and each
    ///   contributor.
    public static func relevanceClass(
        name: [Unit], narrow: [[Unit]], _ conditions: [Condition]
    ) -> Int {
        if isQuery(name, conditions) { return 4 }
        if conditions.allSatisfy({ contains(name, $0, wholeWordsOnly: true) }) { return 3 }
        if matches(fields: [name], conditions) { return 2 }
        return matches(fields: narrow, conditions) ? 1 : 0
    }

    private static func isQuery(_ name: [Unit], _ conditions: [Condition]) -> Bool {
        func telling(_ units: [Unit]) -> [[UInt8]] {
            units.filter { !$0.isLight }.map(\.text)
        }
        let asked = telling(conditions.flatMap(\.units))
        return !asked.isEmpty && telling(name) == asked
    }
}
