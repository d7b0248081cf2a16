extension TextScanner {
    /// Reads a stretch of ASCII as it comes, which gives the same as reading its normal form.
    /// Linear in its length.
    mutating func scanASCII(_ text: View<UInt8>) {
        // At most a mark and one byte for each; the key of a word with parts is made elsewhere.
        bytes.reserve(bytes.count + text.count * 2 + 64)
        let ascii = table.ascii
        var position = 0
        while position < text.count {
            let byte = text[position]
            let bits = ascii.classOf(byte)
            if bits & ASCIITable.word != 0 {
                readPlainWord(text, &position, bits)
            } else if bits & ASCIITable.space != 0 {
                hasSpaceBefore = true
                position += 1
            } else if bits & ASCIITable.dot != 0, mayStartWithDot,
                isASCIIWord(text, position + 1)
            {
                readASCIIWord(text, &position)
            } else {
                let isLight = bits & ASCIITable.light != 0
                bytes.append(IdentityKey.mark(.sign, isLight: isLight))
                let start = bytes.count
                bytes.append(ascii.fold(byte))
                append(.sign, from: start, to: start + 1, isLight: isLight)
                position += 1
            }
        }
    }

    @inline(__always)
    private func isASCIIWord(_ text: View<UInt8>, _ position: Int) -> Bool {
        position < text.count && table.ascii.classOf(text[position]) & ASCIITable.word != 0
    }

    /// A word of small letters, perhaps behind a capital, of capitals or of digits: it has no
    /// parts. Any other is read again, letter by letter.
    @inline(__always)
    private mutating func readPlainWord(
        _ text: View<UInt8>, _ position: inout Int, _ first: UInt8
    ) {
        let ascii = table.ascii
        let mark = bytes.count
        bytes.reserve(mark + 2 + text.count - position)
        let output = unsafe bytes.pointer + mark
        unsafe output[0] = TermKind.word.rawValue
        unsafe output[1] = ascii.fold(text[position])
        var length = 1
        var rest: UInt8 = 0
        var bits: UInt8 = ASCIITable.space
        while position + length < text.count {
            let byte = text[position + length]
            bits = ascii.classOf(byte)
            if bits & ASCIITable.word == 0 { break }
            rest |= bits
            unsafe output[length + 1] = ascii.fold(byte)
            length += 1
            bits = ASCIITable.space
        }
        let all = first | rest
        let hasNoParts =
            rest & ~ASCIITable.lower == 0 && first & ASCIITable.digit == 0
            || all == ASCIITable.upper || all == ASCIITable.digit
        guard hasNoParts, length <= WordPiece.lengthMaximum,
            bits & (ASCIITable.apostrophe | ASCIITable.suffix) == 0
        else { return readASCIIWord(text, &position) }
        bytes.assumeCount(mark + 1 + length)
        append(.word, from: mark + 1, to: mark + 1 + length)
        position += length
    }

    /// Reads a word from its first character or its leading dot.
    private mutating func readASCIIWord(_ text: View<UInt8>, _ position: inout Int) {
        let ascii = table.ascii
        beginWord()
        var isFirst = true
        while position < text.count {
            let byte = text[position]
            let bits = ascii.classOf(byte)
            if bits & ASCIITable.word == 0, !isFirst {
                guard bits & ASCIITable.apostrophe != 0, endsWithWordCharacter,
                    isASCIIWord(text, position + 1)
                else { break }
            }
            appendPlain(byte, bits)
            isFirst = false
            position += 1
        }
        while position < text.count,
            ascii.classOf(text[position]) & ASCIITable.suffix != 0
        {
            appendPlain(text[position], ASCIITable.suffix)
            position += 1
        }
        finishPiece()
    }

    private mutating func appendPlain(_ byte: UInt8, _ bits: UInt8) {
        let isApostrophe = bits & ASCIITable.apostrophe != 0
        let scalar = isApostrophe ? AlikeSigns.apostrophe : UInt32(byte)
        appendLetter(scalar, table[scalar], false)
    }
}
