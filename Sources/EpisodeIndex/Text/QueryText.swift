/// One unit of a query.
struct QueryUnit: BitwiseCopyable {
    /// Its term's key (`TermKind`, then the folded text) in the query's `bytes`.
    var start: UInt32
    var end: UInt32
    var kind: UnitKind
    /// Must follow the unit before it without a space.
    var isTight: Bool
    var isLight: Bool
}

/// What one chunk, or one quoted segment, of a query asks of a text field.
struct QueryCondition: BitwiseCopyable {
    /// Its units: from `start`, before `end`.
    var start: UInt32
    var end: UInt32
    /// Whole words only; the forms of words do not count.
    var isQuoted: Bool
    /// Quoted, but the closing quote is not typed yet: the last word may be a beginning.
    var isOpen: Bool
    /// Holds a word or a run character. Between the chunks of such a condition light signs may
    /// stand in the text.
    var hasWord: Bool
}

/// A query as typed, read as conditions on a row; its memory is used again for the next one.
@safe struct QueryText: BitwiseCopyable {
    /// What was typed.
    enum Outcome {
        /// Nothing but white space: every row will do.
        case noFilter
        /// Something, but nothing that a text could hold.
        case matchesNothing
        /// Every condition, at least one, must match in some field of a row.
        case conditions
    }

    let bytes: Buffer<UInt8>
    let units: Buffer<QueryUnit>
    let conditions: Buffer<QueryCondition>

    init(memory: ScratchMemory) {
        bytes = memory.buffer()
        units = memory.buffer()
        conditions = memory.buffer()
    }

    /// The key of a unit's term.
    func key(_ unit: QueryUnit) -> View<UInt8> {
        bytes.view.part(from: Int(unit.start), count: Int(unit.end - unit.start))
    }

    func removeAll() {
        bytes.removeAll()
        units.removeAll()
        conditions.removeAll()
    }

    /// Reads a query of ASCII letters, digits, spaces and quotation marks, as most are; nil when
    /// there is anything else in it.
    func readPlain(_ text: borrowing Span<UInt8>) -> Outcome? {
        removeAll()
        // A key is at most its word and the kind, and between two words stands something.
        bytes.reserve(text.count + 8)
        var isQuoted = false
        var hasQuotationMark = false
        var first = 0
        var position = 0
        while position < text.count {
            let byte = text[position]
            if Self.lowered(byte) != 0 {
                guard readWord(text, &position) else { return nil }
                if !isQuoted { endCondition(from: &first, isQuoted: false, isOpen: false) }
            } else if byte == UInt8(ascii: " ") {
                position += 1
            } else if byte == UInt8(ascii: "\"") {
                if isQuoted { endCondition(from: &first, isQuoted: true, isOpen: false) }
                isQuoted.toggle()
                hasQuotationMark = true
                position += 1
            } else {
                return nil
            }
        }
        if isQuoted { endCondition(from: &first, isQuoted: true, isOpen: true) }
        if conditions.count > 0 { return .conditions }
        return hasQuotationMark ? .matchesNothing : .noFilter
    }

    /// A letter or digit in lower case; 0 for anything else.
    @inline(__always)
    private static func lowered(_ byte: UInt8) -> UInt8 {
        if byte &- UInt8(ascii: "0") < 10 { return byte }
        let lower = byte | 0x20
        return lower &- UInt8(ascii: "a") < 26 ? lower : 0
    }

    /// False for a word of more than one piece.
    @inline(__always)
    private func readWord(_ text: borrowing Span<UInt8>, _ position: inout Int) -> Bool {
        let start = bytes.count
        bytes.append(TermKind.word.rawValue)
        while position < text.count {
            let letter = Self.lowered(text[position])
            if letter == 0 { break }
            bytes.append(letter)
            position += 1
        }
        units.append(
            QueryUnit(
                start: UInt32(start), end: UInt32(bytes.count), kind: .word, isTight: false,
                isLight: false))
        return bytes.count - start <= WordPiece.lengthMaximum + 1
    }

    private func endCondition(from first: inout Int, isQuoted: Bool, isOpen: Bool) {
        let end = units.count
        guard end > first else { return }
        conditions.append(
            QueryCondition(
                start: UInt32(first), end: UInt32(end), isQuoted: isQuoted, isOpen: isOpen,
                hasWord: true))
        first = end
    }
}
