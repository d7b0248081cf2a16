/// A unit of text as a place in the buffers of a scanner: no memory of its own.
struct Token: Hashable, Sendable {
    var kind: UnitKind
    var hasSpaceBefore: Bool
    var isLight: Bool
    /// A word with an apostrophe inside, which has a form without it.
    var hasApostrophe: Bool
    /// Its folded UTF-8 in the scanner's `bytes`.
    var bytes: Range<Int>
    /// Its places in the scanner's `partStarts`.
    var partStarts: Range<Int>
}
