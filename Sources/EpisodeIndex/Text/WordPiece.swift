/// Up to 64 code points of a word, each a bit in the sets that say where parts start in it.
struct WordPiece {
    /// A longer word goes on in another piece.
    static let lengthMaximum = 64
    /// How many part starts count.
    static let partStartCountMaximum = 16

    /// Where its folded text starts in the scanner's bytes.
    private(set) var start = 0
    private(set) var isContinuation = false
    private var count = 0
    private var offsets: [64 of UInt16] = InlineArray(repeating: 0)

    // Bit n is about the n-th code point. A mark belongs to the set of what stands before it.
    private var upper: UInt64 = 0
    private var lower: UInt64 = 0
    private var digits: UInt64 = 0
    /// Apostrophes and the leading dot: whatever follows them starts a part.
    private var openers: UInt64 = 0
    private var marks: UInt64 = 0
    private var behindZeroWidthSpace: UInt64 = 0
    /// The letter s in lower case.
    private var plurals: UInt64 = 0
    private(set) var endsWithWordCharacter = false

    var isFull: Bool { count == Self.lengthMaximum }

    mutating func begin(at start: Int) {
        self.start = start
        isContinuation = false
        count = 0
        (upper, lower, digits, openers) = (0, 0, 0, 0)
        (marks, behindZeroWidthSpace, plurals) = (0, 0, 0)
        endsWithWordCharacter = false
    }

    mutating func continueWord(at start: Int) {
        begin(at: start)
        isContinuation = true
    }

    /// - Parameter place: where the folded code point will stand in the scanner's bytes.
    @inline(__always)
    mutating func append(
        _ scalar: UInt32, _ scalarClass: ScalarClass, at place: Int, followsZeroWidthSpace: Bool
    ) {
        let bit: UInt64 = 1 << UInt64(count)
        offsets[count] = UInt16(truncatingIfNeeded: place - start)
        if followsZeroWidthSpace { behindZeroWidthSpace |= bit }
        endsWithWordCharacter = scalarClass.isWord
        if scalarClass == .wordMark {
            appendMark(bit)
        } else if scalarClass.isWord {
            // Without branches: which of the three it is, nobody can foretell.
            upper |= scalarClass == .upper ? bit : 0
            lower |= scalarClass == .lower ? bit : 0
            digits |= scalarClass == .digit ? bit : 0
            plurals |= scalar == UInt32(UInt8(ascii: "s")) ? bit : 0
        } else if scalar == AlikeSigns.apostrophe {
            openers |= bit
        } else if scalar == UInt32(UInt8(ascii: ".")) {
            openers |= bit
        }
        count += 1
    }

    private mutating func appendMark(_ bit: UInt64) {
        marks |= bit
        if count == 0 {
            lower |= bit
            return
        }
        upper |= (upper << 1) & bit
        lower |= (lower << 1) & bit
        digits |= (digits << 1) & bit
        openers |= (openers << 1) & bit
    }

    /// Appends a separator and where parts start, as an `IdentityKey` tells it; nothing for a word
    /// without parts.
    func appendParts(to bytes: Buffer<UInt8>) {
        // Most words are small letters, perhaps behind a capital.
        if (upper & ~1) | digits | openers | behindZeroWidthSpace == 0 { return }
        let letters = upper | lower
        var starts = behindZeroWidthSpace
        starts |= (openers << 1) & (letters | digits)
        starts |= (lower << 1) & upper  // map|Kit
        starts |= ((letters << 1) & digits) | ((digits << 1) & letters)  // HTTP|2|Server
        // UI|View: the last capital of a row goes with the small letters behind it, unless they are
        // the single s of a plural, as in APIs.
        let lonePlurals = (plurals >> 1) & ~(lower >> 2)
        starts |= (upper << 1) & upper & (lower >> 1) & ~lonePlurals
        starts &= ~marks & ~1
        if starts == 0 { return }
        bytes.append(IdentityKey.partSeparator)
        var remaining = Self.partStartCountMaximum
        while starts != 0, remaining > 0 {
            let offset = offsets[starts.trailingZeroBitCount]
            bytes.append(UInt8(truncatingIfNeeded: offset >> 8))
            bytes.append(UInt8(truncatingIfNeeded: offset))
            starts &= starts - 1
            remaining -= 1
        }
    }
}
