/// Folding of one code point: the spelling by which texts are compared.
enum ScalarFolding {
    /// The code points that a code point of a normal form folds to; nil: itself.
    ///
    /// Full case folding. Latin and Greek then lose their generic marks; elsewhere a mark often
    /// makes another letter, so that these stay composed.
    /// - Parameter isPlain: whether the code point has neither decomposition nor case folding.
    static func fold(_ scalar: UInt32, isPlain: Bool) -> [UInt32]? {
        if isPlain { return unmarked(scalar) }
        var folded: [UInt32] = []
        for part in UnicodeLibrary.caseFolding(scalar) {
            for letter in withoutGenericMarks(part) { folded += unmarked(letter) ?? [letter] }
        }
        return folded == [scalar] ? nil : folded
    }

    private static func withoutGenericMarks(_ scalar: UInt32) -> [UInt32] {
        let decomposed = UnicodeLibrary.canonicalDecomposition(scalar)
        guard let base = decomposed.first, base < 0x400 else { return [scalar] }
        return decomposed.filter { !UnicodeRanges.contain($0, UnicodeRanges.genericMarks) }
    }

    /// Letters without a decomposition that people type without their stroke, dots or ligature.
    private static func unmarked(_ scalar: UInt32) -> [UInt32]? {
        switch scalar {
        case 0x131: [0x69]  // dotless i
        case 0xF8: [0x6F]  // o with stroke
        case 0x142: [0x6C]  // l with stroke
        case 0x111: [0x64]  // d with stroke
        case 0x127: [0x68]  // h with stroke
        case 0x167: [0x74]  // t with stroke
        case 0xE6: [0x61, 0x65]  // ae
        case 0x153: [0x6F, 0x65]  // oe
        case 0x451: [0x435]  // Cyrillic io, which is mostly written ie
        default: nil
        }
    }
}
