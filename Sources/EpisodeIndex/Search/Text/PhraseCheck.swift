/// Checks conditions against the units of one row, where posting lists alone do not decide.
struct PhraseCheck {
    let stream: UnitStream
    let units: View<ResolvedUnit>
    let conditions: View<ResolvedText.Condition>
    let scope: TextScope

    /// Whether every condition that needs a check matches in some field of the scope.
    ///
    /// Complexity: O(units of the row * units of the conditions).
    func matches(_ row: UInt32) -> Bool {
        let text = stream.rows[row]
        for place in 0..<conditions.count where conditions[place].needsCheck {
            guard matchesSomewhere(conditions[place], text) else { return false }
        }
        return true
    }

    private func matchesSomewhere(
        _ condition: ResolvedText.Condition, _ text: View<UInt32>
    ) -> Bool {
        let first = units[condition.start]
        var fields = 0
        var place = 0
        while place < text.count {
            let identity = UnitStream.identity(text[place])
            if identity == 0 {
                fields += 1
                if fields == scope.fieldCount { return false }
            } else if matches(first, identity), matchesRest(condition, text, after: place) {
                return true
            }
            place += 1
        }
        return false
    }

    /// Whether the units after the first of a condition follow.
    private func matchesRest(
        _ condition: ResolvedText.Condition, _ text: View<UInt32>, after start: Int
    ) -> Bool {
        var place = start + 1
        var index = condition.start + 1
        while index < condition.end {
            let wanted = units[index]
            if wanted.isTight {
                if text[place] & UnitStream.spaceFlag != 0 { return false }
            } else if condition.hasWord {
                // Every field ends with `fieldEnd`, which is not light.
                while stream.isLight[UnitStream.identity(text[place])] { place += 1 }
            }
            // `fieldEnd` has a term that no query has.
            guard matches(wanted, UnitStream.identity(text[place])) else { return false }
            place += 1
            index += 1
        }
        return true
    }

    private func matches(_ wanted: ResolvedUnit, _ identity: Int) -> Bool {
        if wanted.contains(stream.wholeTerms[identity]) { return true }
        guard wanted.takesForms else { return false }
        let forms = stream.formTerms[identity]
        for index in 0..<forms.count where wanted.contains(forms[index]) { return true }
        return false
    }
}
