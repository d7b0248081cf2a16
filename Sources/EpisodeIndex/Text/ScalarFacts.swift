/// All the text rules know of one code point, in 32 bits.
struct ScalarFacts: Hashable, Sendable {
    private(set) var bits: UInt32

    init(_ scalarClass: ScalarClass) { bits = UInt32(scalarClass.rawValue) }

    @inline(__always)
    var scalarClass: ScalarClass {
        // These four bits are only ever set from a class.
        unsafe unsafeBitCast(UInt8(truncatingIfNeeded: bits & 0xF), to: ScalarClass.self)
    }

    /// The same as `scalarClass.isWord`.
    @inline(__always)
    var isWord: Bool {
        let raw = bits & 0xF
        return raw >= UInt32(ScalarClass.upper.rawValue)
            && raw <= UInt32(ScalarClass.wordMark.rawValue)
    }

    /// Flags; the first three are about texts as they come, the others about normal forms.
    enum Flag: UInt32 {
        /// Invisible or decoration: removed first of all.
        case isDropped = 0x10
        /// A mark, or something else that may combine with or swap places with its neighbours:
        /// a text that holds one must be normalised as a whole.
        case needsContext = 0x20
        /// Something else stands for it in the normal form, whatever stands around it.
        case hasReplacement = 0x40
        /// One of the marks that are counted in rows.
        case isMark = 0x80
        case isLight = 0x100
        /// Folds to something else than itself.
        case hasFold = 0x200
        /// The property White_Space.
        case isWhiteSpace = 0x400
    }

    /// Any of these, and the code point is not simply kept by normalisation.
    static let specialMask =
        Flag.isDropped.rawValue | Flag.needsContext.rawValue | Flag.hasReplacement.rawValue

    @inline(__always)
    func has(_ flag: Flag) -> Bool { bits & flag.rawValue != 0 }

    @inline(__always)
    var isSpecial: Bool { bits & Self.specialMask != 0 }

    mutating func set(_ flag: Flag) { bits |= flag.rawValue }

    /// The number of the replacement or of the fold: no code point has both, since what is
    /// replaced never gets as far as folding.
    var number: Int {
        get { Int(bits >> 16) }
        set { bits = (bits & 0xFFFF) | (UInt32(truncatingIfNeeded: newValue) << 16) }
    }
}
