/// What one chunk, or one quoted segment, of a query asks of a text field.
struct TextCondition: Hashable, Sendable {
    var units: [TextUnit]
    /// For each unit: must it follow the unit before it without a space? The first is false.
    var isTight: [Bool]
    /// Whole words only; the forms of words do not count.
    var isQuoted: Bool
    /// Quoted, but the closing quote is not typed yet: the last word may be a beginning.
    var isOpen: Bool
    /// Holds a word or a run character. Between the chunks of such a condition light signs may
    /// stand in the text.
    var hasWord: Bool
}
