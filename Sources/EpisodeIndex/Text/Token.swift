/// A unit of text as a place in the buffers of a scanner: no memory of its own.
struct Token: BitwiseCopyable, Sendable {
    var kind: UnitKind
    var hasSpaceBefore: Bool
    var isLight: Bool
    /// Where its folded UTF-8 stands in the scanner's bytes; its mark stands before it.
    var start: UInt32
    var end: UInt32
    /// Behind the places where parts start in a word, if any; else the same as `end`.
    var keyEnd: UInt32
}

/// The key of an identity: all that tells apart what a query may take for a unit.
///
/// It is the mark, the folded text and, for a word with parts, a separator and for each part two
/// bytes: where it starts in the text, the higher byte first.
enum IdentityKey {
    /// First byte of the identity of a light sign; for all others it is that of their term.
    static let lightSignMark: UInt8 = 0x6C
    /// No byte of UTF-8 has this value.
    static let partSeparator: UInt8 = 0xFF
    /// First byte of the text of a word's later pieces.
    static let continuationMark: UInt8 = 1

    static func mark(_ kind: UnitKind, isLight: Bool) -> UInt8 {
        isLight ? lightSignMark : TermKind(kind).rawValue
    }

    /// Where the text of a key ends.
    static func textEnd(_ key: View<UInt8>) -> Int {
        var end = 0
        while end < key.count, key[end] != partSeparator { end += 1 }
        return end
    }

    /// Calls `body` with the start of each part, counted from the start of the text.
    static func forEachPart(_ key: View<UInt8>, textEnd: Int, _ body: (Int) -> Void) {
        var place = textEnd + 1
        while place + 2 <= key.count {
            body(Int(key[place]) << 8 | Int(key[place + 1]))
            place += 2
        }
    }

    /// Whether a word has a form without its apostrophes.
    static func hasPlainForm(_ text: View<UInt8>) -> Bool {
        guard text.count > 0, text[0] != continuationMark else { return false }
        for index in 0..<text.count where text[index] == UInt8(ascii: "'") { return true }
        return false
    }
}
