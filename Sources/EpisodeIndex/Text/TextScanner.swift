/// Cuts normal forms into units. The buffers are used again for every text.
struct TextScanner {
    /// The units of the text scanned last, in order.
    private(set) var tokens: [Token] = []
    /// The folded text of all tokens, back to back.
    private(set) var bytes: [UInt8] = []
    /// Where parts start in words, as byte offsets from the start of the token.
    private(set) var partStarts: [UInt16] = []

    private let table = TextTable.shared
    private var hasSpaceBefore = true
    private var piece = WordPiece()

    init() {}

    /// Linear in the length of the text.
    mutating func scan(_ text: borrowing Span<UInt32>) {
        tokens.removeAll(keepingCapacity: true)
        bytes.removeAll(keepingCapacity: true)
        partStarts.removeAll(keepingCapacity: true)
        hasSpaceBefore = true
        var position = 0
        while position < text.count {
            let scalar = text[position]
            let facts = table[scalar]
            let scalarClass = facts.scalarClass
            switch scalarClass {
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
        _ text: borrowing Span<UInt32>, _ position: inout Int, _ facts: ScalarFacts
    ) {
        let start = bytes.count
        let scalar = text[position]
        table.appendFold(of: scalar, facts, to: &bytes)
        position += 1
        if UnicodeRanges.regionalIndicators.contains(scalar) {
            let next = indexOfNext(text, position)
            if next < text.count, UnicodeRanges.regionalIndicators.contains(text[next]) {
                UTF8Coding.append(text[next], to: &bytes)
                position = next + 1
            }
        }
        let isRun = facts.scalarClass == .run
        append(isRun ? .run : .sign, from: start, isLight: !isRun && facts.has(.isLight))
    }

    private mutating func append(
        _ kind: UnitKind, from start: Int, isLight: Bool = false, hasApostrophe: Bool = false,
        partStarts: Range<Int> = 0..<0
    ) {
        // White space between a word and a run character is a matter of taste: it does not count.
        let isAtSeam: Bool =
            switch (tokens.last?.kind, kind) {
            case (.word, .run), (.run, .word): true
            default: false
            }
        tokens.append(
            Token(
                kind: kind, hasSpaceBefore: hasSpaceBefore && !isAtSeam, isLight: isLight,
                hasApostrophe: hasApostrophe, bytes: start..<bytes.count,
                partStarts: partStarts))
        hasSpaceBefore = false
    }

    /// The first place from `position` on that does not hold a zero width space.
    @inline(__always)
    private func indexOfNext(_ text: borrowing Span<UInt32>, _ position: Int) -> Int {
        var position = position
        while position < text.count, text[position] == 0x200B { position += 1 }
        return position
    }

    private func isWord(_ text: borrowing Span<UInt32>, _ position: Int) -> Bool {
        position < text.count && table[text[position]].isWord
    }

    /// The dot of `.NET`, but neither that of `ASP.NET` nor the last one of `...net`.
    private func isDotOfWord(_ text: borrowing Span<UInt32>, _ position: Int) -> Bool {
        guard isWord(text, indexOfNext(text, position + 1)) else { return false }
        guard let last = tokens.last, !hasSpaceBefore else { return true }
        let isDot = last.bytes.count == 1 && bytes[last.bytes.lowerBound] == UInt8(ascii: ".")
        return last.kind != .word && !isDot
    }
}

extension TextScanner {
    /// Reads a word from its first character or its leading dot.
    private mutating func readWord(_ text: borrowing Span<UInt32>, _ position: inout Int) {
        piece.begin(at: bytes.count)
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
            } else if scalar == AlikeSigns.apostrophe, piece.endsWithWordCharacter,
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

    @inline(__always)
    private mutating func appendLetter(
        _ scalar: UInt32, _ facts: ScalarFacts, _ followsZeroWidthSpace: Bool
    ) {
        if piece.isFull {
            finishPiece()
            piece.continueWord(at: bytes.count)
            bytes.append(1)
        }
        piece.append(
            scalar, facts.scalarClass, at: bytes.count,
            followsZeroWidthSpace: followsZeroWidthSpace)
        table.appendFold(of: scalar, facts, to: &bytes)
    }

    private mutating func finishPiece() {
        let first = partStarts.count
        if !piece.isContinuation { piece.appendPartStarts(to: &partStarts) }
        append(
            .word, from: piece.start,
            hasApostrophe: piece.hasApostrophe && !piece.isContinuation,
            partStarts: first..<partStarts.count)
    }
}
