/// Reads texts as units. One each thread: the buffers inside are used again for every text.
///
/// `units(of:)` gives units that own their memory. Where each allocation counts, `scan(_:)` leaves
/// the same as `tokens` in buffers that the next call overwrites.
struct Tokenizer {
    private var normalizer = TextNormalizer()
    private var scanner = TextScanner()

    init() {}

    /// The units of one text field. Linear in its length; any bytes are welcome, those that are no
    /// UTF-8 are read as U+FFFD.
    mutating func units(of text: some Collection<UInt8>) -> [TextUnit] {
        scan(text)
        return ownUnits()
    }

    /// Like `units(of:)`, but the answer is left in `tokens`.
    mutating func scan(_ text: some Collection<UInt8>) {
        normalizer.normalize(text)
        let scalars = normalizer.scalars
        scanner.scan(scalars.span)
    }

    /// The units of the text scanned last.
    var tokens: [Token] { scanner.tokens }

    /// The folded text of a token of the text scanned last.
    func text(of token: Token) -> ArraySlice<UInt8> { scanner.bytes[token.bytes] }

    /// Where the parts of a word start: offsets in its folded text, ascending, never 0. The word
    /// and these together say all about its forms.
    func partStarts(of token: Token) -> ArraySlice<UInt16> {
        scanner.partStarts[token.partStarts]
    }

    /// What a query may take for a word, the word itself first, each once; empty for no words.
    func forms(of token: Token) -> [[UInt8]] { forms(of: token, whole: Array(text(of: token))) }

    /// - Parameter whole: the text of the token; its memory is shared with the first form.
    private func forms(of token: Token, whole: [UInt8]) -> [[UInt8]] {
        guard token.kind == .word else { return [] }
        var forms = [whole]
        for start in partStarts(of: token) { forms.append(Array(whole[Int(start)...])) }
        // Never one of the others: these are shorter by a beginning of the word, not by the
        // apostrophes inside.
        if token.hasApostrophe { forms.append(whole.filter { $0 != UInt8(ascii: "'") }) }
        return forms
    }

    private func ownUnits() -> [TextUnit] {
        tokens.map { token in
            let text = Array(text(of: token))
            return TextUnit(
                kind: token.kind, text: text, forms: forms(of: token, whole: text),
                hasSpaceBefore: token.hasSpaceBefore, isLight: token.isLight)
        }
    }

    /// The units of a stretch of a text that is in normal form already.
    mutating func units(ofNormalForm text: borrowing Span<UInt32>) -> [TextUnit] {
        scanner.scan(text)
        return ownUnits()
    }
}
