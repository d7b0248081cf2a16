import CUtf8proc

/// What utf8proc knows about one code point or one text.
extension NaiveText {
    static func category(_ scalar: Unicode.Scalar) -> utf8proc_category_t {
        utf8proc_category(Int32(scalar.value))
    }

    static func isMark(_ scalar: Unicode.Scalar) -> Bool {
        [UTF8PROC_CATEGORY_MN, UTF8PROC_CATEGORY_MC, UTF8PROC_CATEGORY_ME]
            .contains(category(scalar))
    }

    static func isLetter(_ scalar: Unicode.Scalar) -> Bool {
        isUpper(scalar)
            || [UTF8PROC_CATEGORY_LL, UTF8PROC_CATEGORY_LM, UTF8PROC_CATEGORY_LO]
                .contains(category(scalar))
    }

    static func isUpper(_ scalar: Unicode.Scalar) -> Bool {
        [UTF8PROC_CATEGORY_LU, UTF8PROC_CATEGORY_LT].contains(category(scalar))
    }

    static func isNumber(_ scalar: Unicode.Scalar) -> Bool {
        [UTF8PROC_CATEGORY_ND, UTF8PROC_CATEGORY_NL, UTF8PROC_CATEGORY_NO]
            .contains(category(scalar))
    }

    static func isPunctuation(_ scalar: Unicode.Scalar) -> Bool {
        [
            UTF8PROC_CATEGORY_PC, UTF8PROC_CATEGORY_PD, UTF8PROC_CATEGORY_PS,
            UTF8PROC_CATEGORY_PE, UTF8PROC_CATEGORY_PI, UTF8PROC_CATEGORY_PF,
            UTF8PROC_CATEGORY_PO,
        ].contains(category(scalar))
    }

    /// Full case folding of one code point.
    static func caseFolding(_ scalar: Unicode.Scalar) -> [Unicode.Scalar] {
        decompose(scalar, UTF8PROC_CASEFOLD)
    }

    /// Canonical decomposition (NFD) of one code point.
    static func canonicalDecomposition(_ scalar: Unicode.Scalar) -> [Unicode.Scalar] {
        decompose(scalar, UTF8PROC_DECOMPOSE)
    }

    private static func decompose(
        _ scalar: Unicode.Scalar, _ option: utf8proc_option_t
    ) -> [Unicode.Scalar] {
        var buffer = [Int32](repeating: 0, count: 32)  // the longest decomposition has 18
        var boundary: Int32 = 0
        let count = utf8proc_decompose_char(
            Int32(scalar.value), &buffer, buffer.count, option, &boundary)
        precondition(count >= 0 && count <= buffer.count, "utf8proc refused U+\(scalar.value)")
        return buffer.prefix(count).compactMap { Unicode.Scalar(UInt32($0)) }
    }

    /// The normalisation form NFKC of a whole text.
    static func compatibilityComposition(_ text: [Unicode.Scalar]) -> [Unicode.Scalar] {
        let bytes = utf8(text)
        var result: UnsafeMutablePointer<UInt8>?
        let options = utf8proc_option_t(
            rawValue: UTF8PROC_STABLE.rawValue | UTF8PROC_COMPOSE.rawValue
                | UTF8PROC_COMPAT.rawValue)
        let count = utf8proc_map(bytes, bytes.count, &result, options)
        guard let result, count >= 0 else { preconditionFailure("utf8proc error \(count)") }
        defer { free(result) }
        let normalised = UnsafeBufferPointer(start: result, count: count)
        return Array(String(decoding: normalised, as: UTF8.self).unicodeScalars)
    }

    static func utf8(_ text: some Sequence<Unicode.Scalar>) -> [UInt8] {
        var view = String.UnicodeScalarView()
        view.append(contentsOf: text)
        return Array(String(view).utf8)
    }
}
