import CUtf8proc

/// The calls of utf8proc, the one source of facts about Unicode.
enum UnicodeLibrary {
    static let compatibilityComposition = utf8proc_option_t(
        rawValue: UTF8PROC_COMPAT.rawValue | UTF8PROC_COMPOSE.rawValue
            | UTF8PROC_STABLE.rawValue)

    /// True when a code point has neither a decomposition of any kind nor a case folding, so that
    /// the costlier questions about it need not be asked.
    static func isPlain(_ scalar: UInt32) -> Bool {
        // The pointer leads into a table of the library that lives as long as the process.
        let property = unsafe utf8proc_get_property(Int32(bitPattern: scalar))
        return unsafe property?.pointee.decomp_seqindex == UInt16.max
            && property?.pointee.casefold_seqindex == UInt16.max
    }

    /// Full case folding of one code point.
    static func caseFolding(_ scalar: UInt32) -> [UInt32] {
        decomposition(scalar, UTF8PROC_CASEFOLD)
    }

    /// NFD of one code point.
    static func canonicalDecomposition(_ scalar: UInt32) -> [UInt32] {
        decomposition(scalar, UTF8PROC_DECOMPOSE)
    }

    /// NFKD of one code point, before marks are put in order.
    static func compatibilityDecomposition(_ scalar: UInt32) -> [UInt32] {
        decomposition(
            scalar,
            utf8proc_option_t(rawValue: UTF8PROC_DECOMPOSE.rawValue | UTF8PROC_COMPAT.rawValue))
    }

    private static func decomposition(_ scalar: UInt32, _ option: utf8proc_option_t) -> [UInt32] {
        // The longest decomposition, that of U+FDFA, has 18 code points.
        var buffer = [Int32](repeating: 0, count: 32)
        var boundary: Int32 = 0
        let count = unsafe buffer.withUnsafeMutableBufferPointer {
            unsafe utf8proc_decompose_char(
                Int32(bitPattern: scalar), $0.baseAddress, $0.count, option, &boundary)
        }
        guard count > 0, count <= buffer.count else { return [scalar] }
        return buffer.prefix(count).map { UInt32(bitPattern: $0) }
    }

    /// NFKC of valid UTF-8.
    ///
    /// - Parameter buffer: receives the code points; its storage is used again.
    /// - Returns: their count.
    static func compose(_ utf8: View<UInt8>, into buffer: inout [Int32]) -> Int {
        while true {
            let count = unsafe buffer.withUnsafeMutableBufferPointer {
                unsafe utf8proc_decompose(
                    utf8.pointer, utf8.count, $0.baseAddress, $0.count, compatibilityComposition)
            }
            // Negative: the text is no valid UTF-8, or longer than 2^29 code points. Neither can
            // come this far; an empty text is the harmless answer.
            guard count >= 0 else { return 0 }
            guard count <= buffer.count else {
                buffer = [Int32](repeating: 0, count: count + count / 4)
                continue
            }
            return unsafe buffer.withUnsafeMutableBufferPointer {
                unsafe max(
                    0, utf8proc_normalize_utf32($0.baseAddress, count, compatibilityComposition))
            }
        }
    }
}
