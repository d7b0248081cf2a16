/// Cutting a text into units.
extension NaiveText {
    /// The units of a text from left to right.
    public static func units(_ text: String) -> [Unit] { units(ofNormalForm: normalForm(text)) }

    static func units(ofNormalForm text: [Unicode.Scalar]) -> [Unit] {
        var reader = UnitReader(text)
        var units = reader.readAll()
        // A space between a run character and a word is a matter of taste.
        for index in units.indices.dropFirst() {
            switch (units[index - 1].kind, units[index].kind) {
            case (.run, .word), (.word, .run): units[index].hasSpaceBefore = false
            default: break
            }
        }
        return units
    }

    private struct UnitReader {
        let letters: [Letter]
        var position = 0
        var hasSpaceBefore = true
        var units: [Unit] = []

        init(_ text: [Unicode.Scalar]) {
            var letters: [Letter] = []
            var followsZeroWidthSpace = false
            for scalar in text {
                let scalarClass = scalarClass(scalar)
                if scalarClass == .genericMark { continue }
                if scalarClass == .zeroWidthSpace { followsZeroWidthSpace = true; continue }
                letters.append(
                    Letter(
                        scalar: scalar, scalarClass: scalarClass,
                        followsZeroWidthSpace: followsZeroWidthSpace))
                followsZeroWidthSpace = false
            }
            self.letters = letters
        }

        mutating func readAll() -> [Unit] {
            while position < letters.count {
                let letter = letters[position]
                if letter.scalarClass == .space {
                    hasSpaceBefore = true
                    position += 1
                    continue
                }
                if letter.scalarClass.isWord || isDotOfWord() {
                    let word = readWord()
                    units += wordUnits(word, hasSpaceBefore: hasSpaceBefore)
                } else if isRegionalIndicator(position) && isRegionalIndicator(position + 1) {
                    appendSign(utf8([letter.scalar, letters[position + 1].scalar]), isLight: false)
                    position += 2
                } else if letter.scalarClass == .run {
                    units.append(
                        Unit(
                            kind: .run, text: utf8(fold(letter.scalar)),
                            hasSpaceBefore: hasSpaceBefore))
                    position += 1
                } else {
                    let folded = fold(letter.scalar)
                    appendSign(utf8(folded), isLight: isLightSign(folded))
                    position += 1
                }
                hasSpaceBefore = false
            }
            return units
        }

        private mutating func appendSign(_ text: [UInt8], isLight: Bool) {
            units.append(
                Unit(kind: .sign, text: text, hasSpaceBefore: hasSpaceBefore, isLight: isLight))
        }

        private func isWord(_ index: Int) -> Bool {
            index < letters.count && letters[index].scalarClass.isWord
        }

        private func isRegionalIndicator(_ index: Int) -> Bool {
            index < letters.count && (0x1F1E6...0x1F1FF).contains(letters[index].scalar.value)
        }

        /// The dot of `.NET`, but not that of `ASP.NET` nor the last one of `...net`.
        private func isDotOfWord() -> Bool {
            guard letters[position].scalar == ".", isWord(position + 1) else { return false }
            guard let last = units.last, !hasSpaceBefore else { return true }
            return last.kind != .word && last.text != [UInt8(ascii: ".")]
        }

        private mutating func readWord() -> [Letter] {
            var word = [letters[position]]
            position += 1
            var isZeroWidthSpacePending = false
            while position < letters.count {
                var letter = letters[position]
                let followsWordCharacter = word.last?.scalarClass.isWord == true
                guard
                    isWord(position)
                        || (letter.scalar == "'" && followsWordCharacter && isWord(position + 1))
                else { break }
                // An apostrophe starts no part: it hands the zero width space on.
                let pending = isZeroWidthSpacePending || letter.followsZeroWidthSpace
                isZeroWidthSpacePending = letter.scalar == "'" && pending
                letter.followsZeroWidthSpace = letter.scalar != "'" && pending
                word.append(letter)
                position += 1
            }
            while position < letters.count,
                letters[position].scalar == "+" || letters[position].scalar == "#"
            {
                word.append(Letter(scalar: letters[position].scalar, scalarClass: .sign))
                position += 1
            }
            return word
        }
    }
}
