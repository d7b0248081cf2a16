/// Does a row match?
extension NaiveText {
    /// True when each condition matches somewhere in one of the fields, given as their units.
    public static func matches(fields: [[Unit]], _ conditions: [Condition]) -> Bool {
        conditions.allSatisfy { condition in
            fields.contains { contains($0, condition, wholeWordsOnly: false) }
        }
    }

    static func contains(
        _ text: [Unit], _ condition: Condition, wholeWordsOnly: Bool
    ) -> Bool {
        text.indices.contains {
            matches(text, at: $0, condition, wholeWordsOnly: wholeWordsOnly)
        }
    }

    private static func matches(
        _ text: [Unit], at start: Int, _ condition: Condition, wholeWordsOnly: Bool
    ) -> Bool {
        var position = start
        for index in condition.units.indices {
            if index > 0 && condition.isTight[index] {
                if position < text.count && text[position].hasSpaceBefore { return false }
            } else if index > 0 && condition.hasWord {
                while position < text.count && text[position].isLight { position += 1 }
            }
            guard position < text.count,
                matches(text[position], index, condition, wholeWordsOnly)
            else { return false }
            position += 1
        }
        return true
    }

    private static func matches(
        _ unit: Unit, _ index: Int, _ condition: Condition, _ wholeWordsOnly: Bool
    ) -> Bool {
        let asked = condition.units[index]
        guard asked.kind == unit.kind else { return false }
        if asked.kind != .word || wholeWordsOnly { return asked.text == unit.text }
        let isFirst = index == 0 && !condition.isQuoted
        let isLast =
            index == condition.units.count - 1 && (!condition.isQuoted || condition.isOpen)
        return (isFirst ? unit.forms : [unit.text]).contains {
            isLast ? $0.starts(with: asked.text) : $0 == asked.text
        }
    }
}
