/// Reading what a user typed.
extension NaiveText {
    /// The conditions of a query: nil means no text filter, an empty list that nothing matches.
    public static func parse(_ query: String) -> [Condition]? {
        if query.unicodeScalars.allSatisfy(isWhiteSpace) { return nil }
        let segments = normalForm(query).split(
            separator: "\"", omittingEmptySubsequences: false)
        var conditions: [Condition] = []
        for (number, segment) in segments.enumerated() {
            let chunks = segment.split { scalarClass($0) == .space }
                .map { units(ofNormalForm: Array($0)) }
                .filter { !$0.isEmpty }
            if number % 2 == 1 {
                let isLast = number == segments.count - 1
                conditions.append(condition(chunks, isQuoted: true, isOpen: isLast))
            } else {
                conditions += chunks.map { condition([$0], isQuoted: false, isOpen: false) }
            }
        }
        conditions.removeAll { $0.units.isEmpty }
        let telling = conditions.filter { !saysNothing($0) }
        return telling.isEmpty ? conditions : telling
    }

    private static func condition(
        _ chunks: [[Unit]], isQuoted: Bool, isOpen: Bool
    ) -> Condition {
        let hasWord = chunks.joined().contains { $0.kind != .sign }
        var condition = Condition(
            units: [], isTight: [], isQuoted: isQuoted, isOpen: isOpen, hasWord: hasWord)
        for chunk in chunks {
            var kept = chunk[...]
            if hasWord {
                while kept.first?.isLight == true { kept.removeFirst() }
                while kept.last?.isLight == true { kept.removeLast() }
            }
            condition.units += kept
            condition.isTight += kept.indices.map { $0 != kept.startIndex }
        }
        return condition
    }

    /// A lone dash or ampersand between words is how people write, not what they look for.
    private static func saysNothing(_ condition: Condition) -> Bool {
        !condition.isQuoted
            && condition.units.allSatisfy { $0.isLight || $0.text == [UInt8(ascii: "&")] }
    }
}
