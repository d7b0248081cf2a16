/// The facts about every code point, made once from utf8proc.
///
/// Two stages: the upper bits of a code point name a block, blocks with the same content are kept
/// once. So all texts are read by the Unicode version of one library, and most never call it.
///
/// It takes 28 ms of one processor (AMD EPYC, release build) and 180 KB, once in a process and only
/// if a text is read at all. A generated table would save the 28 ms and could contradict the library
/// that composes the rest; a test compares every code point with the library's own answers instead.
@safe struct TextTable: BitwiseCopyable, Sendable {
    /// Built on first use, by one thread.
    static let shared = TextTable()

    static let blockShift = 7
    static let blockLength = 1 << blockShift

    private let blocks: View<UInt16>
    private let facts: View<ScalarFacts>
    private let replacements: TextPool<UInt32>
    private let folds: TextPool<UInt8>
    let ascii: ASCIITable

    private init() {
        var builder = TextTableBuilder()
        builder.addAll()
        blocks = View(lasting: builder.blocks)
        facts = View(lasting: builder.facts)
        replacements = TextPool(builder.replacements)
        folds = TextPool(builder.folds)
        ascii = ASCIITable(builder.facts)
    }

    /// - Parameter scalar: at most 0x10FFFF.
    @inline(__always)
    subscript(_ scalar: UInt32) -> ScalarFacts {
        let block = UInt32(blocks[scalar >> UInt32(Self.blockShift)])
        return facts[block << UInt32(Self.blockShift) | scalar & UInt32(Self.blockLength - 1)]
    }

    /// What stands in the normal form for a code point that has `hasReplacement`.
    func replacement(_ facts: ScalarFacts) -> View<UInt32> { replacements[facts.number] }

    /// Appends a folded code point of a normal form as UTF-8.
    @inline(__always)
    func appendFold(of scalar: UInt32, _ facts: ScalarFacts, to bytes: Buffer<UInt8>) {
        if scalar < 0x80 {
            // In ASCII folding is lower-casing.
            let isUpper = facts.scalarClass == .upper
            bytes.append(UInt8(truncatingIfNeeded: isUpper ? scalar | 0x20 : scalar))
        } else if facts.has(.hasFold) {
            let fold = folds[facts.number]
            for index in 0..<fold.count { bytes.append(fold[index]) }
        } else {
            UTF8Coding.append(scalar, to: bytes)
        }
    }
}

/// While building: short sequences in one array, known by their numbers.
struct TextPoolBuilder<Element: BitwiseCopyable & Sendable>: Sendable {
    fileprivate var elements: [Element] = []
    fileprivate var ends: [UInt32] = [0]

    /// Keeps a sequence and gives its number.
    mutating func add(_ sequence: some Sequence<Element>) -> Int {
        elements.append(contentsOf: sequence)
        ends.append(UInt32(elements.count))
        return ends.count - 2
    }
}

/// Short sequences, known by their numbers.
@safe struct TextPool<Element: BitwiseCopyable & Sendable>: BitwiseCopyable, Sendable {
    private let elements: View<Element>
    private let ends: View<UInt32>

    init(_ builder: TextPoolBuilder<Element>) {
        elements = View(lasting: builder.elements)
        ends = View(lasting: builder.ends)
    }

    @inline(__always)
    subscript(_ number: Int) -> View<Element> {
        let start = Int(ends[number])
        return elements.part(from: start, count: Int(ends[number + 1]) - start)
    }
}

extension View {
    /// A copy that is never released, for tables that live as long as the process.
    fileprivate init(lasting elements: [Element]) {
        let base = UnsafeMutablePointer<Element>.allocate(capacity: max(1, elements.count))
        for index in elements.indices { unsafe (base + index).initialize(to: elements[index]) }
        unsafe self.init(base, count: elements.count)
    }
}

/// The facts about ASCII, for texts that are read byte by byte. All other bytes have none.
@safe struct ASCIITable: BitwiseCopyable, Sendable {
    static let lower: UInt8 = 1
    static let upper: UInt8 = 2
    static let digit: UInt8 = 4
    static let word = lower | upper | digit
    static let space: UInt8 = 8
    static let light: UInt8 = 16
    /// An apostrophe or what becomes one.
    static let apostrophe: UInt8 = 32
    static let dot: UInt8 = 64
    /// What belongs to a word that it follows, as in C++ and C#.
    static let suffix: UInt8 = 128

    private let classes: View<UInt8>
    private let folds: View<UInt8>

    fileprivate init(_ facts: [ScalarFacts]) {
        var classes = [UInt8](repeating: 0, count: 256)
        var folds = [UInt8](repeating: 0, count: 256)
        for byte in 0..<UInt8(0x80) {
            // The first block of the table is that of ASCII.
            let plain = UInt8(truncatingIfNeeded: AlikeSigns.plain(UInt32(byte)))
            let fact = facts[Int(plain)]
            var bits: UInt8 =
                switch fact.scalarClass {
                case .lower: Self.lower
                case .upper: Self.upper
                case .digit: Self.digit
                case .space: Self.space
                default: fact.has(.isLight) ? Self.light : 0
                }
            switch plain {
            case UInt8(ascii: "'"): bits |= Self.apostrophe
            case UInt8(ascii: "."): bits |= Self.dot
            case UInt8(ascii: "+"), UInt8(ascii: "#"): bits |= Self.suffix
            default: break
            }
            classes[Int(byte)] = bits
            folds[Int(byte)] = bits & Self.upper != 0 ? plain | 0x20 : plain
        }
        self.classes = View(lasting: classes)
        self.folds = View(lasting: folds)
    }

    @inline(__always)
    func classOf(_ byte: UInt8) -> UInt8 { classes[Int(byte)] }

    @inline(__always)
    func fold(_ byte: UInt8) -> UInt8 { folds[Int(byte)] }
}
