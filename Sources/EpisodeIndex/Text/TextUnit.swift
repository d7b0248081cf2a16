/// What a unit of text is.
enum UnitKind: UInt8, Sendable {
    /// Letters and digits that stand together.
    case word
    /// One character of a script that is written without spaces, such as Han, kana or Thai.
    case run
    /// One sign: punctuation, a symbol, an emoji; two regional indicators (a flag) are one.
    case sign
}

/// The smallest thing that can be found in a text.
struct TextUnit: Hashable, Sendable {
    var kind: UnitKind
    /// Folded UTF-8. A word of more than 64 code points becomes pieces; those after the first begin
    /// with the byte 1, which no folded text holds, so that none of them is found as a word.
    var text: [UInt8]
    /// Of a word: the word itself first, then what a query may take for it, each once
    /// (MapKit: mapkit, kit; don't: don't, t, dont). Empty for runs and signs.
    var forms: [[UInt8]]
    /// Always true of the first unit of a text. White space between a word and a run character
    /// does not count.
    var hasSpaceBefore: Bool
    /// A sign that says little, such as a comma or a dash.
    var isLight: Bool
}
