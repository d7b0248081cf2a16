/// The text rules, written the slow and plain way: what the fast engine is compared with.
///
/// Nothing here is shared with the engine, nothing is cached and no table is built: each question
/// about a code point goes to utf8proc, each text is normalised as a whole. Texts are held as
/// scalars and bytes, never compared as `String`, whose equality is canonical equivalence.
public enum NaiveText {
    /// One word, one character of a script without spaces, or one sign of a text.
    public struct Unit: Hashable, Sendable {
        public enum Kind: Hashable, Sendable { case word, run, sign }

        public var kind: Kind
        /// Folded UTF-8; the pieces after the first of an over-long word begin with byte 1.
        public var text: [UInt8]
        /// Of a word: the word itself first, then what a query may take for it; each once.
        public var forms: [[UInt8]]
        public var hasSpaceBefore: Bool
        /// A sign that says little: most punctuation.
        public var isLight: Bool

        public init(
            kind: Kind, text: [UInt8], forms: [[UInt8]] = [], hasSpaceBefore: Bool,
            isLight: Bool = false
        ) {
            self.kind = kind
            self.text = text
            self.forms = forms
            self.hasSpaceBefore = hasSpaceBefore
            self.isLight = isLight
        }
    }

    /// What one chunk or one quoted segment of a query asks for.
    public struct Condition: Hashable, Sendable {
        public var units: [Unit]
        /// For each unit: must it follow the unit before it without a space? False for the first.
        public var isTight: [Bool]
        public var isQuoted: Bool
        /// Quoted, but the closing quote was not typed yet.
        public var isOpen: Bool
        /// Holds a word or a run character, not only signs.
        public var hasWord: Bool
    }

    /// The longest stretch of a word that is one unit, in code points.
    static let pieceLengthMaximum = 64
    /// How many part starts of one piece count.
    static let partStartCountMaximum = 16
    /// How many marks of a row of marks count.
    static let markRowLengthMaximum = 30
}
