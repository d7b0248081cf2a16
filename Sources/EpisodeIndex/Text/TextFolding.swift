/// Folded texts, for sort keys and for comparing values.
enum TextFolding {
    /// The text in its normal form, each code point folded, without zero width spaces and marks
    /// that only decorate; signs and white space stay. Linear in the length of the text.
    ///
    /// May be empty for a text that is not. Bytes that are no UTF-8 are read as U+FFFD.
    static func fold(_ text: some Collection<UInt8>) -> [UInt8] {
        var normalizer = TextNormalizer()
        normalizer.normalize(text)
        let table = TextTable.shared
        var folded: [UInt8] = []
        folded.reserveCapacity(text.count)
        for scalar in normalizer.scalars {
            let facts = table[scalar]
            if facts.scalarClass == .zeroWidthSpace { continue }
            table.appendFold(of: scalar, facts, to: &folded)
        }
        return folded
    }
}
