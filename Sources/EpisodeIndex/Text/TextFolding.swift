/// Folded texts, for sort keys and for comparing values.
enum TextFolding {
    /// The text in its normal form, each code point folded, without zero width spaces and marks
    /// that only decorate; signs and white space stay. Linear in the length of the text.
    ///
    /// May be empty for a text that is not. Bytes that are no UTF-8 are read as U+FFFD.
    static func fold(_ text: some Collection<UInt8>) -> [UInt8] {
        var normalizer = TextNormalizer()
        normalizer.normalize(text)
        var folded: [UInt8] = []
        folded.reserveCapacity(text.count)
        appendFolded(normalizer.scalars.span, to: &folded)
        return folded
    }

    /// - Parameter scalars: a text in its normal form.
    static func appendFolded(_ scalars: borrowing Span<UInt32>, to folded: inout [UInt8]) {
        let table = TextTable.shared
        var position = 0
        while position < scalars.count {
            let facts = table[scalars[position]]
            if facts.scalarClass != .zeroWidthSpace {
                table.appendFold(of: scalars[position], facts, to: &folded)
            }
            position += 1
        }
    }
}
