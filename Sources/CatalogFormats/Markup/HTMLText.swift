/// Turns HTML into plain text.
enum HTMLText {
    /// The plain text, or nil when there is neither a tag nor a character reference.
    ///
    /// Line ends of the source stay, as many catalogues hold plain text with a tag here and there;
    /// block tags add what is missing. No more than one empty line stays in a row.
    ///
    /// - Complexity: O(bytes).
    static func plain(_ text: String) -> String? {
        guard mayHoldMarkup(text) else { return nil }
        var stripper = HTMLStripper(Array(text.utf8))
        return stripper.strip() ? String(decoding: stripper.output, as: UTF8.self) : nil
    }

    private static func mayHoldMarkup(_ text: String) -> Bool {
        let bytes = text.utf8.span
        let count = bytes.count
        return ByteSearch.index(of: UInt8(ascii: "<"), in: bytes, from: 0, to: count) != nil
            || ByteSearch.index(of: UInt8(ascii: "&"), in: bytes, from: 0, to: count) != nil
    }
}

/// One pass over the bytes of one text.
private struct HTMLStripper {
    private let input: [UInt8]
    private var index = 0
    private(set) var output: [UInt8] = []
    private var sawMarkup = false
    /// Set once a search has run to the end in vain, so that no later one does so again.
    private var hasUnclosedQuote = false
    private var hasNoMoreTagEnds = false

    private static let space = UInt8(ascii: " ")
    private static let newline = UInt8(ascii: "\n")

    init(_ input: [UInt8]) {
        self.input = input
        output.reserveCapacity(input.count)
    }

    /// Fills `output`; false when there was no markup.
    mutating func strip() -> Bool {
        while index < input.count {
            switch input[index] {
            case UInt8(ascii: "<"): takeTag()
            case UInt8(ascii: "&"): takeReference()
            default: take(input[index])
            }
        }
        if sawMarkup { trim() }
        return sawMarkup
    }

    /// Copies one byte; a third line end in a row is left out.
    private mutating func take(_ byte: UInt8) {
        index += 1
        if byte == Self.newline, output.count >= 2, output[output.count - 1] == Self.newline,
            output[output.count - 2] == Self.newline
        {
            return
        }
        output.append(byte)
    }

    private mutating func takeTag() {
        if input[index...].starts(with: [0x3C, 0x21, 0x2D, 0x2D]) {  // <!--
            sawMarkup = true
            index = end(of: [0x2D, 0x2D, 0x3E], from: index + 4) ?? input.count
            return
        }
        var nameStart = index + 1
        let isClosing = nameStart < input.count && input[nameStart] == UInt8(ascii: "/")
        if isClosing { nameStart += 1 }
        let name = lowercasedName(from: nameStart)
        guard let tag = HTMLTag.named(name), !isTypeArgument(at: nameStart, name),
            let after = tagEnd(from: nameStart + name.count)
        else {
            take(input[index])
            return
        }
        sawMarkup = true
        index = after
        switch tag {
        case .block: breakLine()
        case .cell: if let last = output.last, last > Self.space { output.append(Self.space) }
        case .inline: break
        case .hidden: if !isClosing { skipContent(of: name) }
        }
    }

    /// Whether this is code such as `List<Data>`: a capital right after a word.
    private func isTypeArgument(at nameStart: Int, _ lowercased: [UInt8]) -> Bool {
        guard index > 0, input[nameStart - 1] == UInt8(ascii: "<") else { return false }
        let before = input[index - 1] | 0x20
        let followsWord = before >= UInt8(ascii: "a") && before <= UInt8(ascii: "z")
        let isCapitalized = input[nameStart] != lowercased[0]
        let isUppercase = lowercased.count > 1 && input[nameStart + 1] != lowercased[1]
        return followsWord && isCapitalized && !isUppercase
    }

    /// The letters and digits of a name, at most as many as a known name has.
    private func lowercasedName(from start: Int) -> [UInt8] {
        var name: [UInt8] = []
        var position = start
        while position < input.count, name.count <= 10 {
            let byte = input[position]
            let lowered = byte | 0x20
            let isLetter = lowered >= UInt8(ascii: "a") && lowered <= UInt8(ascii: "z")
            let isDigit = byte >= UInt8(ascii: "0") && byte <= UInt8(ascii: "9")
            guard isLetter || (isDigit && !name.isEmpty) else { break }
            name.append(isLetter ? lowered : byte)
            position += 1
        }
        return name
    }

    /// The index after a tag's `>`; nil when what follows the name makes it no tag.
    private mutating func tagEnd(from start: Int) -> Int? {
        guard start < input.count, !hasNoMoreTagEnds else { return nil }
        let next = input[start]
        guard next <= Self.space || next == UInt8(ascii: "/") || next == UInt8(ascii: ">") else {
            return nil
        }
        if !hasUnclosedQuote, let end = quotedTagEnd(from: start) { return end }
        hasUnclosedQuote = true
        if let end = input[start...].firstIndex(of: UInt8(ascii: ">")) { return end + 1 }
        hasNoMoreTagEnds = true
        return nil
    }

    /// The index after the first `>` outside of quoted attribute values.
    private func quotedTagEnd(from start: Int) -> Int? {
        var quote: UInt8?
        for position in start..<input.count {
            let byte = input[position]
            if let open = quote {
                if byte == open { quote = nil }
            } else if byte == UInt8(ascii: ">") {
                return position + 1
            } else if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") {
                quote = byte
            }
        }
        return nil
    }

    private mutating func skipContent(of name: [UInt8]) {
        let closing = [UInt8(ascii: "<"), UInt8(ascii: "/")]
        while let after = end(of: closing, from: index) {
            index = after
            guard lowercasedName(from: after) == name else { continue }
            index = tagEnd(from: after + name.count) ?? input.count
            return
        }
        index = input.count
    }

    private func end(of pattern: [UInt8], from start: Int) -> Int? {
        var position = start
        while position + pattern.count <= input.count {
            if input[position] == pattern[0], input[position...].starts(with: pattern) {
                return position + pattern.count
            }
            position += 1
        }
        return nil
    }

    private mutating func takeReference() {
        let limit = min(input.count, index + HTMLEntities.byteCountMaximum)
        guard let end = input[index..<limit].firstIndex(of: UInt8(ascii: ";")),
            let scalar = HTMLEntities.scalar(input[(index + 1)..<end])
        else {
            take(input[index])
            return
        }
        sawMarkup = true
        index = end + 1
        // A space that does not break means nothing in plain text.
        output.append(contentsOf: Array(String(scalar == "\u{A0}" ? " " : scalar).utf8))
    }

    private mutating func breakLine() {
        while output.last == Self.space { output.removeLast() }
        if let last = output.last, last != Self.newline { output.append(Self.newline) }
    }

    private mutating func trim() {
        while let last = output.last, last <= Self.space { output.removeLast() }
        if let start = output.firstIndex(where: { $0 > Self.space }) {
            output.removeFirst(start)
        }
    }
}
