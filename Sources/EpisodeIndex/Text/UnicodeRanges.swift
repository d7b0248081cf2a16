/// Sets of code points that the text rules name themselves.
enum UnicodeRanges {
    /// Default_Ignorable_Code_Point (DerivedCoreProperties.txt, Unicode 15.0) without U+200B.
    static let invisible: [ClosedRange<UInt32>] = [
        0xAD...0xAD, 0x34F...0x34F, 0x61C...0x61C, 0x115F...0x1160, 0x17B4...0x17B5,
        0x180B...0x180F, 0x200C...0x200F, 0x202A...0x202E, 0x2060...0x206F, 0x3164...0x3164,
        0xFE00...0xFE0F, 0xFEFF...0xFEFF, 0xFFA0...0xFFA0, 0xFFF0...0xFFF8, 0x1BCA0...0x1BCA3,
        0x1D173...0x1D17A, 0xE0000...0xE0FFF,
    ]

    /// Trade and service mark, skin tones: nobody types them to find something.
    static let decoration: [ClosedRange<UInt32>] = [
        0x2120...0x2120, 0x2122...0x2122, 0x1F3FB...0x1F3FF,
    ]

    /// Where marks only decorate: Hebrew points, Arabic vowel signs, combining diacritical marks.
    static let genericMarks: [ClosedRange<UInt32>] = [
        0x300...0x36F, 0x591...0x5C7, 0x64B...0x652, 0x670...0x670, 0x1AB0...0x1AFF,
        0x1DC0...0x1DFF, 0x20D0...0x20FF, 0xFE20...0xFE2F,
    ]

    /// The blocks of scripts that are written without spaces: Thai and Lao; Myanmar; Hangul (where
    /// spaces part phrases, not words); Khmer; Han, kana, Bopomofo and what belongs to them.
    static let runScripts: [ClosedRange<UInt32>] = [
        0xE00...0xEFF, 0x1000...0x109F, 0x1100...0x11FF, 0x1780...0x17FF, 0x3005...0x3007,
        0x3021...0x3029, 0x3031...0x3035, 0x3038...0x303C, 0x3041...0x312F, 0x31A0...0x31BF,
        0x31F0...0x31FF, 0x3400...0x4DBF, 0x4E00...0x9FFF, 0xA960...0xA97F, 0xA9E0...0xA9FF,
        0xAA60...0xAA7F, 0xAC00...0xD7FF, 0xF900...0xFAFF, 0x16FE0...0x16FFF, 0x1AFF0...0x1B16F,
        0x20000...0x3FFFD,
    ]

    /// The property White_Space (PropList.txt).
    static let whiteSpace: [ClosedRange<UInt32>] = [
        0x9...0xD, 0x20...0x20, 0x85...0x85, 0xA0...0xA0, 0x1680...0x1680, 0x2000...0x200A,
        0x2028...0x2029, 0x202F...0x202F, 0x205F...0x205F, 0x3000...0x3000,
    ]

    /// Vowels and final consonants of Hangul that compose with the syllable before them.
    static let composingJamo: [ClosedRange<UInt32>] = [0x1161...0x1175, 0x11A8...0x11C2]

    static let regionalIndicators: ClosedRange<UInt32> = 0x1F1E6...0x1F1FF

    static func contain(_ scalar: UInt32, _ ranges: [ClosedRange<UInt32>]) -> Bool {
        for range in ranges where range.contains(scalar) { return true }
        return false
    }
}

/// Asks the same ranges about ascending code points, in constant time each.
struct AscendingRanges {
    private let ranges: [ClosedRange<UInt32>]
    private var index = 0

    /// - Parameter ranges: ascending.
    init(_ ranges: [ClosedRange<UInt32>]) { self.ranges = ranges }

    /// - Parameter scalar: not smaller than in the call before.
    mutating func contains(_ scalar: UInt32) -> Bool {
        while index < ranges.count, ranges[index].upperBound < scalar { index += 1 }
        return index < ranges.count && ranges[index].lowerBound <= scalar
    }
}
