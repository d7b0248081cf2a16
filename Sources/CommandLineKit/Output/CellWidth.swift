/// How many cells of a terminal a text takes.
///
/// Sources: Unicode Standard Annex 11 (East Asian Width, values W and F), and Unicode Technical
/// Standard 51 for emoji presentation. Ambiguous characters count as narrow.
public enum CellWidth {
    /// Cells of the whole text, grapheme by grapheme.
    public static func of(_ text: some StringProtocol) -> Int {
        if text.utf8.allSatisfy({ (0x20..<0x7F).contains($0) }) { return text.utf8.count }
        return text.reduce(0) { $0 + of($1) }
    }

    /// 0, 1 or 2. A cluster is as wide as its widest part: marks, joiners and variation selectors
    /// add nothing, and an emoji selector makes its base wide.
    public static func of(_ character: Character) -> Int {
        var width = 0
        for scalar in character.unicodeScalars {
            if scalar.value == 0xFE0F, width > 0 { return 2 }
            width = max(width, of(scalar))
        }
        let isFlag =
            character.unicodeScalars.count == 2
            && character.unicodeScalars.allSatisfy { (0x1F1E6...0x1F1FF).contains($0.value) }
        return isFlag ? 2 : width
    }

    private static func of(_ scalar: Unicode.Scalar) -> Int {
        if scalar.value < 0x300 { return scalar.value == 0 ? 0 : 1 }
        // Vowels and finals of conjoining Hangul stand inside the cell pair of their initial.
        if (0x1160...0x11FF).contains(scalar.value) { return 0 }
        switch scalar.properties.generalCategory {
        case .nonspacingMark, .enclosingMark, .format, .control: return 0
        default: break
        }
        if scalar.properties.isEmojiPresentation || isWide(scalar.value) { return 2 }
        return 1
    }

    private static func isWide(_ value: UInt32) -> Bool {
        var low = 0
        var high = wideRanges.count
        while low < high {
            let middle = (low + high) / 2
            if wideRanges[middle].upperBound < value { low = middle + 1 } else { high = middle }
        }
        return low < wideRanges.count && wideRanges[low].contains(value)
    }

    private static let wideRanges: [ClosedRange<UInt32>] = [
        0x1100...0x115F, 0x2329...0x232A, 0x2E80...0x303E, 0x3041...0xA4CF, 0xA960...0xA97F,
        0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE10...0xFE19, 0xFE30...0xFE6F, 0xFF01...0xFF60,
        0xFFE0...0xFFE6, 0x16FE0...0x18DFF, 0x1AFF0...0x1B2FF, 0x1F200...0x1F2FF,
        0x20000...0x2FFFD, 0x30000...0x3FFFD,
    ]

    /// The longest start of whole graphemes that fits into `width` cells, with `…` at its end when
    /// something was cut.
    public static func truncated(_ text: String, to width: Int) -> String {
        guard of(text) > width else { return text }
        guard width > 0 else { return "" }
        var result = ""
        var used = 0
        for character in text {
            let cells = of(character)
            guard used + cells <= width - 1 else { break }
            result.append(character)
            used += cells
        }
        return result + "\u{2026}"
    }

    /// The text filled up with spaces to `width` cells; longer text stays as it is.
    public static func padded(_ text: String, to width: Int, alignsRight: Bool = false) -> String {
        let spaces = String(repeating: " ", count: max(0, width - of(text)))
        return alignsRight ? spaces + text : text + spaces
    }
}
