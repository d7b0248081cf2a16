/// The facts about every code point, made once from utf8proc.
///
/// Two stages: the upper bits of a code point name a block, blocks with the same content are kept
/// once. So all texts are read by the Unicode version of one library, and most never call it.
struct TextTable: Sendable {
    /// Built on first use, by one thread; some 30 ms in a release build.
    static let shared = TextTable()

    static let blockShift = 7
    static let blockLength = 1 << blockShift

    private let blocks: [UInt16]
    private let facts: [ScalarFacts]
    private let replacements: TextPool<UInt32>
    private let folds: TextPool<UInt8>

    private init() {
        var builder = TextTableBuilder()
        builder.addAll()
        blocks = builder.blocks
        facts = builder.facts
        replacements = builder.replacements
        folds = builder.folds
    }

    /// - Parameter scalar: at most 0x10FFFF.
    @inline(__always)
    subscript(_ scalar: UInt32) -> ScalarFacts {
        let block = Int(blocks[Int(scalar >> UInt32(Self.blockShift))])
        return facts[
            (block << Self.blockShift) | Int(scalar & UInt32(Self.blockLength - 1))]
    }

    /// What stands in the normal form for a code point that has `hasReplacement`.
    func replacement(_ facts: ScalarFacts) -> ArraySlice<UInt32> { replacements[facts.number] }

    /// Appends a folded code point of a normal form as UTF-8.
    @inline(__always)
    func appendFold(of scalar: UInt32, _ facts: ScalarFacts, to bytes: inout [UInt8]) {
        if scalar < 0x80 {
            // In ASCII folding is lower-casing.
            let isUpper = facts.scalarClass == .upper
            bytes.append(UInt8(truncatingIfNeeded: isUpper ? scalar | 0x20 : scalar))
        } else if facts.has(.hasFold) {
            bytes.append(contentsOf: folds[facts.number])
        } else {
            UTF8Coding.append(scalar, to: &bytes)
        }
    }
}

/// Short sequences in one array, known by their numbers.
struct TextPool<Element: Sendable>: Sendable {
    private var elements: [Element] = []
    private var ends: [Int] = [0]

    /// Keeps a sequence and gives its number.
    mutating func add(_ sequence: some Sequence<Element>) -> Int {
        elements.append(contentsOf: sequence)
        ends.append(elements.count)
        return ends.count - 2
    }

    subscript(_ number: Int) -> ArraySlice<Element> {
        elements[ends[number]..<ends[number + 1]]
    }
}
