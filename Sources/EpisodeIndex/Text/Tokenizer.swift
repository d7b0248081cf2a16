/// Reads texts as units. One each thread: the buffers inside are used again for every text.
///
/// `units(of:)` gives units that own their memory. Where each allocation counts, `scan(_:)` leaves
/// the same in the buffers of `scanner`, which the next call overwrites.
struct Tokenizer {
    private let memory = ScratchMemory()
    private var normalizer: TextNormalizer
    private(set) var scanner: TextScanner

    init() {
        normalizer = TextNormalizer(memory: memory)
        scanner = TextScanner(memory: memory)
    }

    /// Reads one text field. Linear in its length; any bytes are welcome, those that are no UTF-8
    /// are read as U+FFFD.
    ///
    /// What stands between spaces is read apart from the rest: nothing that composes or is looked
    /// at together reaches over a space. So the normal form is only made of words that need it.
    mutating func scan(_ text: View<UInt8>) {
        scanner.begin()
        var position = 0
        while position < text.count {
            let other = text.firstNonASCII(from: position)
            let start = other == text.count ? other : text.startOfChunk(other, from: position)
            if start > position {
                scanner.scanASCII(text.part(from: position, count: start - position))
            }
            guard start < text.count else { return }
            position = Self.endOfChunks(text, other)
            normalizer.normalize(text.part(from: start, count: position - start))
            scanner.scan(normalizer.scalars.view)
        }
    }

    /// The end of the chunk that holds a position, and of those behind it that are alike.
    private static func endOfChunks(_ text: View<UInt8>, _ position: Int) -> Int {
        var end = position
        while true {
            while end < text.count, text[end] != UInt8(ascii: " ") { end += 1 }
            let next = text.firstNonASCII(from: end, to: min(end + 12, text.count))
            if next == min(end + 12, text.count) { return end }
            end = next
        }
    }

    /// The units of one text field.
    mutating func units(of text: some Collection<UInt8>) -> [TextUnit] {
        Array(text).withView { scan($0) }
        return tokens.map { token in
            TextUnit(
                kind: token.kind, text: self.text(of: token), forms: forms(of: token),
                hasSpaceBefore: token.hasSpaceBefore, isLight: token.isLight)
        }
    }

    /// The units of the text scanned last.
    var tokens: [Token] { (0..<scanner.tokens.count).map { scanner.tokens[$0] } }

    /// The folded text of a token of the text scanned last.
    func text(of token: Token) -> [UInt8] { scanner.text(of: token).array }

    /// Where the parts of a word start: offsets in its folded text, ascending, never 0. The word
    /// and these together say all about its forms.
    func partStarts(of token: Token) -> [Int] {
        let key = scanner.key(of: token)
        var starts: [Int] = []
        IdentityKey.forEachPart(key, textEnd: IdentityKey.textEnd(key)) { starts.append($0) }
        return starts
    }

    /// What a query may take for a word, the word itself first, each once; empty for no words.
    private func forms(of token: Token) -> [[UInt8]] {
        guard token.kind == .word else { return [] }
        let whole = text(of: token)
        var forms = [whole]
        for start in partStarts(of: token) { forms.append(Array(whole[start...])) }
        // Never one of the others: these are shorter by a beginning of the word, not by the
        // apostrophes inside.
        if IdentityKey.hasPlainForm(scanner.text(of: token)) {
            forms.append(whole.filter { $0 != UInt8(ascii: "'") })
        }
        return forms
    }
}

extension View<UInt8> {
    /// The first place in a range whose byte is not ASCII; `end` when there is none.
    @inline(__always)
    func firstNonASCII(from start: Int, to end: Int) -> Int {
        var index = start
        while index + 8 <= end {
            let high = word(at: index) & 0x8080_8080_8080_8080
            if high != 0 { return index + high.trailingZeroBitCount / 8 }
            index += 8
        }
        while index < end, self[index] < 0x80 { index += 1 }
        return index
    }

    @inline(__always)
    func firstNonASCII(from start: Int) -> Int { firstNonASCII(from: start, to: count) }

    /// Where what holds a position starts: behind the space before it.
    fileprivate func startOfChunk(_ position: Int, from start: Int) -> Int {
        var place = position
        while place > start, self[place - 1] != UInt8(ascii: " ") { place -= 1 }
        return place
    }
}
