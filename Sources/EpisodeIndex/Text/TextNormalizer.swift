/// Brings texts into their normal form: one spelling for what readers take for the same.
///
/// Invisible characters go, dashes, quotation marks and the like become ASCII, the rest is NFKC
/// without marks that only decorate. One buffer is used again for every text.
struct TextNormalizer {
    /// How many marks of a row of marks count. Without a bound, putting marks in order would take
    /// time in the square of their number.
    static let markRowLengthMaximum = 30

    private static let backtick = UInt32(UInt8(ascii: "`"))

    /// The code points of the text normalised last.
    let scalars: Buffer<UInt32>
    private let visible: Buffer<UInt8>
    private var composed: [Int32] = []
    private let table = TextTable.shared

    init(memory: ScratchMemory) {
        scalars = memory.buffer()
        visible = memory.buffer()
    }

    /// Linear in the length of the text. Bytes that are no UTF-8 are read as U+FFFD.
    mutating func normalize(_ text: View<UInt8>) {
        scalars.removeAll()
        scalars.reserve(text.count)
        if !normalizeWithoutContext(text) { normalizeAsWhole(text) }
    }

    /// False, and nothing of use done, when a character may combine with its neighbours.
    private func normalizeWithoutContext(_ text: View<UInt8>) -> Bool {
        var position = 0
        while position < text.count {
            let scalar = UTF8Coding.next(text, &position)
            if scalar < 0x80 {
                // The table would say so too: of ASCII only the backtick becomes something else.
                scalars.append(scalar == Self.backtick ? AlikeSigns.apostrophe : scalar)
                continue
            }
            let facts = table[scalar]
            if !facts.isSpecial {
                scalars.append(scalar)
            } else if facts.has(.hasReplacement) {
                let replacement = table.replacement(facts)
                for index in 0..<replacement.count { scalars.append(replacement[index]) }
            } else if facts.has(.needsContext) {
                return false
            }
        }
        return true
    }

    private mutating func normalizeAsWhole(_ text: View<UInt8>) {
        collectVisible(text)
        let count = UnicodeLibrary.compose(visible.view, into: &composed)
        scalars.removeAll()
        for scalar in composed.prefix(count) {
            let scalar = UInt32(bitPattern: scalar)
            let facts = table[scalar]
            if facts.scalarClass == .genericMark { continue }
            scalars.append(facts.has(.hasReplacement) ? AlikeSigns.plain(scalar) : scalar)
        }
    }

    private func collectVisible(_ text: View<UInt8>) {
        visible.removeAll()
        var markCount = 0
        var position = 0
        while position < text.count {
            var scalar = UTF8Coding.next(text, &position)
            let facts = table[scalar]
            if facts.has(.isDropped) { continue }
            markCount = facts.has(.isMark) ? markCount + 1 : 0
            if markCount > Self.markRowLengthMaximum { continue }
            // The acute accent would become a space and a mark.
            if scalar == 0xB4 { scalar = AlikeSigns.apostrophe }
            UTF8Coding.append(scalar, to: visible)
        }
    }
}
