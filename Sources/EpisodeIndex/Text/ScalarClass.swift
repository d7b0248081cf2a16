/// What a code point of a normal form is to the text rules.
enum ScalarClass: UInt8, Sendable {
    /// U+200B: not part of the text, but a part of a word starts behind it.
    case zeroWidthSpace
    case space
    /// A mark that only decorates its base: not part of the text.
    case genericMark
    /// A character of a script that is written without spaces.
    case run
    case upper, lower, digit
    /// A mark that makes another letter; inside a word it counts as what stands before it.
    case wordMark
    case sign

    @inline(__always)
    var isWord: Bool { rawValue >= Self.upper.rawValue && rawValue <= Self.wordMark.rawValue }
}
