import CUtf8proc

/// What a code point of a normal form is to the text rules.
extension NaiveText {
    enum ScalarClass {
        /// U+200B: dropped, but a part of a word starts behind it.
        case zeroWidthSpace
        case space
        /// A mark that only decorates its base: dropped.
        case genericMark
        /// A character of a script that is written without spaces.
        case run
        case upper, lower, digit
        /// A mark that belongs to its word; counts as whatever stands before it.
        case wordMark
        case sign

        var isWord: Bool {
            switch self {
            case .upper, .lower, .digit, .wordMark: true
            case .zeroWidthSpace, .space, .genericMark, .run, .sign: false
            }
        }
    }

    static func scalarClass(_ scalar: Unicode.Scalar) -> ScalarClass {
        let category = category(scalar)
        if scalar == "\u{200B}" { return .zeroWidthSpace }
        if isWhiteSpace(scalar) || isSeparator(category) { return .space }
        if isMark(scalar) && isInGenericMarkBlock(scalar) { return .genericMark }
        let writes =
            isLetter(scalar) || isMark(scalar) || category == UTF8PROC_CATEGORY_NL
        if writes && isInRunScript(scalar) { return .run }
        if isUpper(scalar) { return .upper }
        if isLetter(scalar) { return .lower }
        if isNumber(scalar) { return .digit }
        if isMark(scalar) { return .wordMark }
        return .sign
    }

    private static func isSeparator(_ category: utf8proc_category_t) -> Bool {
        [
            UTF8PROC_CATEGORY_CC, UTF8PROC_CATEGORY_ZS, UTF8PROC_CATEGORY_ZL,
            UTF8PROC_CATEGORY_ZP,
        ].contains(category)
    }

    /// The property White_Space (PropList.txt).
    static func isWhiteSpace(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x9...0xD, 0x20, 0x85, 0xA0, 0x1680, 0x2000...0x200A: true
        case 0x2028, 0x2029, 0x202F, 0x205F, 0x3000: true
        default: false
        }
    }

    /// Hebrew points, Arabic vowel signs and the blocks of combining diacritical marks.
    static func isInGenericMarkBlock(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x591...0x5C7, 0x64B...0x652, 0x670, 0x300...0x36F: true
        case 0x1AB0...0x1AFF, 0x1DC0...0x1DFF, 0x20D0...0x20FF, 0xFE20...0xFE2F: true
        default: false
        }
    }

    /// Thai and Lao, Myanmar, Khmer, Hangul; Han, kana, Bopomofo and their neighbours.
    private static func isInRunScript(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0xE00...0xEFF: true
        case 0x1000...0x109F, 0xA9E0...0xA9FF, 0xAA60...0xAA7F: true
        case 0x1780...0x17FF: true
        case 0x1100...0x11FF, 0xA960...0xA97F, 0xAC00...0xD7FF: true
        case 0x3005...0x3007, 0x3021...0x3029, 0x3031...0x3035, 0x3038...0x303C: true
        case 0x3041...0x312F, 0x31A0...0x31BF, 0x31F0...0x31FF, 0x3400...0x4DBF: true
        case 0x4E00...0x9FFF, 0xF900...0xFAFF, 0x16FE0...0x16FFF, 0x1AFF0...0x1B16F: true
        case 0x20000...0x3FFFD: true
        default: false
        }
    }

    /// Punctuation, but for the signs that carry meaning of their own.
    static func isLightSign(_ text: some Collection<Unicode.Scalar>) -> Bool {
        let heavy: [Unicode.Scalar] = ["#", "%", "&", "@", "\\", "_"]
        return text.allSatisfy { isPunctuation($0) && !heavy.contains($0) }
    }
}
