/// Folding: the spelling by which code points and texts are compared.
extension NaiveText {
    /// The folded text: for sort keys and for predicates. White space stays as it is.
    public static func fold(_ text: String) -> [UInt8] {
        let visible = normalForm(text).filter {
            switch scalarClass($0) {
            case .zeroWidthSpace, .genericMark: false
            default: true
            }
        }
        return utf8(visible.flatMap(fold))
    }

    /// One code point of a normal form.
    static func fold(_ scalar: Unicode.Scalar) -> [Unicode.Scalar] {
        caseFolding(scalar).flatMap(withoutGenericMarks).flatMap(plainLetters)
    }

    /// Only Latin and Greek lose their marks: elsewhere a mark often makes another letter.
    private static func withoutGenericMarks(_ scalar: Unicode.Scalar) -> [Unicode.Scalar] {
        let decomposed = canonicalDecomposition(scalar)
        guard let base = decomposed.first, base.value < 0x400 else { return [scalar] }
        return decomposed.filter { !isInGenericMarkBlock($0) }
    }

    /// Letters that have no decomposition, but that people type without their stroke or dots.
    private static func plainLetters(_ scalar: Unicode.Scalar) -> [Unicode.Scalar] {
        switch scalar {
        case "\u{131}": ["i"]
        case "\u{F8}": ["o"]
        case "\u{142}": ["l"]
        case "\u{111}": ["d"]
        case "\u{127}": ["h"]
        case "\u{167}": ["t"]
        case "\u{E6}": ["a", "e"]
        case "\u{153}": ["o", "e"]
        case "\u{451}": ["\u{435}"]
        default: [scalar]
        }
    }
}
