/// Collects the facts about all code points and folds equal blocks together.
struct TextTableBuilder {
    private(set) var blocks: [UInt16] = []
    private(set) var facts: [ScalarFacts] = []
    private(set) var replacements = TextPoolBuilder<UInt32>()
    private(set) var folds = TextPoolBuilder<UInt8>()
    private var numbers: [[ScalarFacts]: UInt16] = [:]

    private var whiteSpace = AscendingRanges(UnicodeRanges.whiteSpace)
    private var genericMarks = AscendingRanges(UnicodeRanges.genericMarks)
    private var runScripts = AscendingRanges(UnicodeRanges.runScripts)
    private var invisible = AscendingRanges(UnicodeRanges.invisible)
    private var decoration = AscendingRanges(UnicodeRanges.decoration)

    mutating func addAll() {
        let length = UInt32(TextTable.blockLength)
        var block: [ScalarFacts] = []
        var previous: [ScalarFacts] = []
        for first in stride(from: UInt32(0), to: 0x11_0000, by: Int(length)) {
            block.removeAll(keepingCapacity: true)
            for scalar in first..<(first + length) { block.append(describe(scalar)) }
            // Most blocks are like their neighbour: large scripts, private use, unassigned.
            if block == previous, let number = blocks.last {
                blocks.append(number)
            } else {
                blocks.append(number(of: block))
                swap(&block, &previous)
            }
        }
    }

    private mutating func number(of block: [ScalarFacts]) -> UInt16 {
        if let known = numbers[block] { return known }
        let number = UInt16(truncatingIfNeeded: facts.count / TextTable.blockLength)
        facts.append(contentsOf: block)
        numbers[block] = number
        return number
    }

    private mutating func describe(_ scalar: UInt32) -> ScalarFacts {
        let category = UnicodeCategory(of: scalar)
        let isWhiteSpace = whiteSpace.contains(scalar)
        var facts = ScalarFacts(scalarClass(scalar, category, isWhiteSpace: isWhiteSpace))
        if isWhiteSpace { facts.set(.isWhiteSpace) }
        if category.isPunctuation && !Self.isHeavy(scalar) { facts.set(.isLight) }
        if invisible.contains(scalar) || decoration.contains(scalar) {
            facts.set(.isDropped)
            return facts
        }
        // The half-width voiced sounds are letters by category, but compose like marks.
        let isMark = category.isMark || scalar == 0xFF9E || scalar == 0xFF9F
        if isMark { facts.set(.isMark) }
        let isPlain = UnicodeLibrary.isPlain(scalar)
        if isMark || Self.mayCombine(scalar, isPlain) {
            facts.set(.needsContext)
        } else if let replacement = Self.replacement(scalar, category, isPlain) {
            facts.set(.hasReplacement)
            facts.number = replacements.add(replacement)
            return facts
        }
        if let fold = ScalarFolding.fold(scalar, isPlain: isPlain) {
            facts.set(.hasFold)
            facts.number = folds.add(fold.flatMap(UTF8Coding.bytes))
        }
        return facts
    }

    private mutating func scalarClass(
        _ scalar: UInt32, _ category: UnicodeCategory, isWhiteSpace: Bool
    ) -> ScalarClass {
        if scalar == 0x200B { return .zeroWidthSpace }
        if isWhiteSpace || category.isSpace { return .space }
        if category.isMark && genericMarks.contains(scalar) { return .genericMark }
        let writes = category.isLetter || category.isMark || category.isLetterNumber
        if writes && runScripts.contains(scalar) { return .run }
        if category.isUpper { return .upper }
        if category.isLetter { return .lower }
        if category.isNumber { return .digit }
        return category.isMark ? .wordMark : .sign
    }

    private static func isHeavy(_ scalar: UInt32) -> Bool {
        switch Unicode.Scalar(scalar) {
        case "#", "%", "&", "@", "\\", "_": true
        default: false
        }
    }

    /// May the code point combine with what stands before it, or change places with it?
    /// Whatever can do so with what stands behind it then stands before such a one.
    private static func mayCombine(_ scalar: UInt32, _ isPlain: Bool) -> Bool {
        let first =
            isPlain
            ? scalar : UnicodeLibrary.compatibilityDecomposition(scalar).first ?? scalar
        return UnicodeCategory(of: first).isMark
            || UnicodeRanges.contain(first, UnicodeRanges.composingJamo)
    }

    /// The normal form of a code point that does not depend on its neighbours; nil: itself.
    private static func replacement(
        _ scalar: UInt32, _ category: UnicodeCategory, _ isPlain: Bool
    ) -> [UInt32]? {
        if scalar == 0xB4 { return [AlikeSigns.apostrophe] }
        if isPlain {
            let plain = AlikeSigns.plain(scalar, category)
            return plain == scalar ? nil : [plain]
        }
        var buffer = [Int32](repeating: 0, count: 32)
        let utf8 = UTF8Coding.bytes(scalar)
        let count = unsafe utf8.withUnsafeBufferPointer {
            guard let base = $0.baseAddress else { return 0 }
            return unsafe UnicodeLibrary.compose(View(base, count: $0.count), into: &buffer)
        }
        let composed = buffer.prefix(count).map { UInt32(bitPattern: $0) }
        let replaced = composed.map(AlikeSigns.plain).filter {
            !UnicodeCategory(of: $0).isMark
                || !UnicodeRanges.contain($0, UnicodeRanges.genericMarks)
        }
        return replaced == [scalar] ? nil : replaced
    }
}
