extension String {
    /// This text cut to at most `byteCountMaximum` bytes at a character's edge, with an ellipsis
    /// when something was cut.
    package func bounded(byteCountMaximum: Int) -> String {
        guard utf8.count > byteCountMaximum else { return self }
        var cut = utf8.index(utf8.startIndex, offsetBy: byteCountMaximum)
        while cut > utf8.startIndex, utf8[cut] & 0xC0 == 0x80 { cut = utf8.index(before: cut) }
        return String(self[..<cut]) + "\u{2026}"
    }

    /// A text from the wire as part of a message: bounded, without control characters.
    package func shown(byteCountMaximum: Int) -> String {
        String(UnicodeScalarView(unicodeScalars.map { $0.value < 0x20 ? "?" : $0 }))
            .bounded(byteCountMaximum: byteCountMaximum)
    }
}
