/// Cuts texts into units: normal forms code point by code point, ASCII byte by byte.
///
/// A text is given in one or more stretches, cut where a space stands. The buffers are used again
/// for every text.
@safe struct TextScanner {
    /// The units of the text, in order.
    let tokens: Buffer<Token>
    /// The keys of the identities of all tokens (`IdentityKey`), back to back.
    let bytes: Buffer<UInt8>

    let table = TextTable.shared
    var hasSpaceBefore = true
    private var piece = WordPiece()

    init(memory: ScratchMemory) {
        tokens = memory.buffer()
        bytes = memory.buffer()
    }

    /// Starts a new text.
    mutating func begin() {
        tokens.removeAll()
        bytes.removeAll()
        hasSpaceBefore = true
    }

    /// The folded text of a token.
    func text(of token: Token) -> View<UInt8> {
        bytes.view.part(from: Int(token.start), count: Int(token.end - token.start))
    }

    /// The key of a token's identity.
    @inline(__always)
    func key(of token: Token) -> View<UInt8> {
        bytes.view.part(from: Int(token.start) - 1, count: Int(token.keyEnd - token.start) + 1)
    }

    /// Reads a stretch in normal form. Linear in its length.
    mutating func scan(_ text: View<UInt32>) {
        var position = 0
        while position < text.count {
            let scalar = text[position]
            let facts = table[scalar]
            switch facts.scalarClass {
            case .upper, .lower, .digit, .wordMark: readWord(text, &position)
            case .space:
                hasSpaceBefore = true
                position += 1
            case .zeroWidthSpace, .genericMark: position += 1
            case .run, .sign:
                if scalar == Self.dot && isDotOfWord(text, position) {
                    readWord(text, &position)
                } else {
                    readOne(text, &position, facts)
                }
            }
        }
    }

    private static let dot = UInt32(UInt8(ascii: "."))
    private static let plus = UInt32(UInt8(ascii: "+"))
    private static let numberSign = UInt32(UInt8(ascii: "#"))

    /// A run character or a sign.
    private mutating func readOne(
        _ text: View<UInt32>, _ position: inout Int, _ facts: ScalarFacts
    ) {
        let kind: UnitKind = facts.scalarClass == .run ? .run : .sign
        let isLight = kind == .sign && facts.has(.isLight)
        bytes.append(IdentityKey.mark(kind, isLight: isLight))
        let start = bytes.count
        let scalar = text[position]
        table.appendFold(of: scalar, facts, to: bytes)
        position += 1
        if UnicodeRanges.regionalIndicators.contains(scalar) {
            let next = indexOfNext(text, position)
            if next < text.count, UnicodeRanges.regionalIndicators.contains(text[next]) {
                UTF8Coding.append(text[next], to: bytes)
                position = next + 1
            }
        }
        append(kind, from: start, to: bytes.count, isLight: isLight)
    }

    /// Ends a token whose key ends where the bytes end.
    @inline(__always)
    mutating func append(_ kind: UnitKind, from start: Int, to end: Int, isLight: Bool = false) {
        // White space between a word and a run character is a matter of taste: it does not count.
        if hasSpaceBefore, tokens.count > 0 {
            let last = tokens[tokens.count - 1].kind
            if (last == .word && kind == .run) || (last == .run && kind == .word) {
                hasSpaceBefore = false
            }
        }
        tokens.append(
            Token(
                kind: kind, hasSpaceBefore: hasSpaceBefore, isLight: isLight,
                start: UInt32(truncatingIfNeeded: start), end: UInt32(truncatingIfNeeded: end),
                keyEnd: UInt32(truncatingIfNeeded: bytes.count)))
        hasSpaceBefore = false
    }

    /// The first place from `position` on that does not hold a zero width space.
    @inline(__always)
    private func indexOfNext(_ text: View<UInt32>, _ position: Int) -> Int {
        var position = position
        while position < text.count, text[position] == 0x200B { position += 1 }
        return position
    }

    private func isWord(_ text: View<UInt32>, _ position: Int) -> Bool {
        position < text.count && table[text[position]].isWord
    }

    private func isDotOfWord(_ text: View<UInt32>, _ position: Int) -> Bool {
        isWord(text, indexOfNext(text, position + 1)) && mayStartWithDot
    }

    /// True for the dot of `.NET`, but neither for that of `ASP.NET` nor for the last of `...net`.
    var mayStartWithDot: Bool {
        guard tokens.count > 0, !hasSpaceBefore else { return true }
        let last = tokens[tokens.count - 1]
        let isDot = last.end - last.start == 1 && bytes[Int(last.start)] == UInt8(ascii: ".")
        return last.kind != .word && !isDot
    }
}

extension TextScanner {
    /// Reads a word from its first character or its leading dot.
    private mutating func readWord(_ text: View<UInt32>, _ position: inout Int) {
        beginWord()
        var followsZeroWidthSpace = false
        var isFirst = true
        while position < text.count {
            let scalar = text[position]
            let facts = table[scalar]
            if facts.isWord {
                appendLetter(scalar, facts, followsZeroWidthSpace)
                followsZeroWidthSpace = false
            } else if facts.scalarClass == .zeroWidthSpace {
                followsZeroWidthSpace = true
            } else if isFirst {
                appendLetter(scalar, facts, false)
            } else if scalar == AlikeSigns.apostrophe, endsWithWordCharacter,
                isWord(text, indexOfNext(text, position + 1))
            {
                appendLetter(scalar, facts, false)
            } else {
                break
            }
            isFirst = false
            position += 1
        }
        while position < text.count {
            let scalar = text[position]
            if scalar == Self.plus || scalar == Self.numberSign {
                appendLetter(scalar, table[scalar], false)
            } else if scalar != 0x200B {
                break
            }
            position += 1
        }
        finishPiece()
    }

    var endsWithWordCharacter: Bool { piece.endsWithWordCharacter }

    mutating func beginWord() {
        bytes.append(TermKind.word.rawValue)
        piece.begin(at: bytes.count)
    }

    @inline(__always)
    mutating func appendLetter(
        _ scalar: UInt32, _ facts: ScalarFacts, _ followsZeroWidthSpace: Bool
    ) {
        if piece.isFull {
            finishPiece()
            bytes.append(TermKind.word.rawValue)
            piece.continueWord(at: bytes.count)
            bytes.append(IdentityKey.continuationMark)
        }
        piece.append(
            scalar, facts.scalarClass, at: bytes.count,
            followsZeroWidthSpace: followsZeroWidthSpace)
        table.appendFold(of: scalar, facts, to: bytes)
    }

    mutating func finishPiece() {
        let end = bytes.count
        if !piece.isContinuation { piece.appendParts(to: bytes) }
        append(.word, from: piece.start, to: end)
    }
}
