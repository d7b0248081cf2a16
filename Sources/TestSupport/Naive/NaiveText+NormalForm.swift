import CUtf8proc

/// Bringing a text into its normal form: what is one thing to a reader becomes one spelling.
extension NaiveText {
    static func normalForm(_ text: String) -> [Unicode.Scalar] {
        var kept: [Unicode.Scalar] = []
        var markCount = 0
        for original in text.unicodeScalars {
            let scalar: Unicode.Scalar = original == "\u{B4}" ? "'" : original
            if isInvisible(scalar) { continue }
            // Half-width voiced marks are letters by category, but compose like marks.
            let marks = isMark(scalar) || scalar == "\u{FF9E}" || scalar == "\u{FF9F}"
            markCount = marks ? markCount + 1 : 0
            if markCount <= markRowLengthMaximum { kept.append(scalar) }
        }
        return compatibilityComposition(kept).map(alike)
    }

    /// Default_Ignorable_Code_Point (DerivedCoreProperties.txt, Unicode 15.0) without U+200B, which
    /// separates words; then the trade and service marks and the skin tones of emoji.
    static func isInvisible(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x200B: false
        case 0xAD, 0x34F, 0x61C, 0x115F...0x1160, 0x17B4...0x17B5, 0x180B...0x180F: true
        case 0x200C...0x200F, 0x202A...0x202E, 0x2060...0x206F, 0x3164, 0xFE00...0xFE0F: true
        case 0xFEFF, 0xFFA0, 0xFFF0...0xFFF8, 0x1BCA0...0x1BCA3, 0x1D173...0x1D17A: true
        case 0xE0000...0xE0FFF: true
        case 0x2120, 0x2122, 0x1F3FB...0x1F3FF: true
        default: false
        }
    }

    /// The plain ASCII sign for the many dashes, quotation marks and slashes.
    static func alike(_ scalar: Unicode.Scalar) -> Unicode.Scalar {
        if category(scalar) == UTF8PROC_CATEGORY_PD { return "-" }
        return switch scalar {
        case "\u{2212}": "-"
        case "\u{2018}", "\u{2019}", "\u{2BC}", "\u{2BB}", "`": "'"
        case "\u{201C}", "\u{201D}", "\u{201E}", "\u{201F}": "\""
        case "\u{2044}", "\u{2215}": "/"
        case "\u{266F}": "#"
        default: scalar
        }
    }
}
