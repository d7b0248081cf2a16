/// One word: its pieces, where parts start in it, and the forms a query may take for it.
extension NaiveText {
    /// A code point of a word. Apostrophes, the leading dot and the plus signs at the end are there
    /// too, with the class `sign`.
    struct Letter {
        var scalar: Unicode.Scalar
        var scalarClass: ScalarClass
        /// A zero width space stood before it.
        var followsZeroWidthSpace = false

        /// After these two, whatever letter or digit follows starts a part.
        var opensPart: Bool { scalarClass == .sign && (scalar == "'" || scalar == ".") }
    }

    static func wordUnits(_ word: [Letter], hasSpaceBefore: Bool) -> [Unit] {
        var units: [Unit] = []
        var rest = word[...]
        while !rest.isEmpty {
            let piece = Array(rest.prefix(pieceLengthMaximum))
            rest = rest.dropFirst(pieceLengthMaximum)
            let folded = piece.map { utf8(fold($0.scalar)) }
            let whole = Array(folded.joined())
            if units.isEmpty {
                units.append(
                    Unit(
                        kind: .word, text: whole,
                        forms: forms(of: folded, starts: partStarts(piece)),
                        hasSpaceBefore: hasSpaceBefore))
            } else {
                units.append(
                    Unit(
                        kind: .word, text: [1] + whole, forms: [[1] + whole],
                        hasSpaceBefore: false))
            }
        }
        return units
    }

    private static func forms(of folded: [[UInt8]], starts: [Int]) -> [[UInt8]] {
        let whole = Array(folded.joined())
        var forms = [whole]
        for start in starts { forms.append(Array(folded[start...].joined())) }
        forms.append(whole.filter { $0 != UInt8(ascii: "'") })
        var unique: [[UInt8]] = []
        for form in forms where !unique.contains(form) { unique.append(form) }
        return unique
    }

    private static func partStarts(_ piece: [Letter]) -> [Int] {
        var classes: [ScalarClass] = []
        for letter in piece {
            classes.append(
                letter.scalarClass == .wordMark ? classes.last ?? .lower : letter.scalarClass)
        }
        let starts = piece.indices.dropFirst().filter {
            piece[$0].scalarClass != .wordMark && isPartStart($0, piece, classes)
        }
        return Array(starts.prefix(partStartCountMaximum))
    }

    private static func isPartStart(
        _ index: Int, _ piece: [Letter], _ classes: [ScalarClass]
    ) -> Bool {
        if piece[index].followsZeroWidthSpace { return true }
        // A mark behind an apostrophe counts as an apostrophe, hence the look at the class too.
        var before = index - 1
        while before > 0 && piece[before].scalarClass == .wordMark { before -= 1 }
        if piece[before].opensPart { return classes[index].isWord }
        switch (classes[index - 1], classes[index]) {
        case (.lower, .upper): return true
        case (.upper, .digit), (.lower, .digit), (.digit, .upper), (.digit, .lower): return true
        case (.upper, .upper):
            // The last capital of a row belongs to the lower-case letters behind it, unless these
            // are a single plural s: UI|View, but APIs.
            let tail = classes[(index + 1)...].prefix { $0 == .lower }
            let isPlural = tail.count == 1 && piece[index + 1].scalar == "s"
            return !tail.isEmpty && !isPlural
        default: return false
        }
    }
}
