/// Cuts a query into quoted and other segments, these into chunks, and makes conditions of them.
struct TextQueryParser {
    private var tokenizer = Tokenizer()
    private var conditions: [TextCondition] = []

    init() {}

    mutating func parse(_ utf8: [UInt8]) -> [TextCondition] {
        var normalizer = TextNormalizer()
        normalizer.normalize(utf8)
        let segments = normalizer.scalars.split(
            separator: AlikeSigns.quotationMark, omittingEmptySubsequences: false)
        for (number, segment) in segments.enumerated() {
            let chunks = chunks(of: segment)
            if number % 2 == 1 {
                add(chunks[...], isQuoted: true, isOpen: number == segments.count - 1)
            } else {
                for index in chunks.indices {
                    add(chunks[index...index], isQuoted: false, isOpen: false)
                }
            }
        }
        let telling = conditions.filter { !Self.saysNothing($0) }
        return telling.isEmpty ? conditions : telling
    }

    /// What stands between spaces; here a space always parts.
    private mutating func chunks(of segment: ArraySlice<UInt32>) -> [[TextUnit]] {
        var chunks: [[TextUnit]] = []
        for chunk in segment.split(whereSeparator: { TextTable.shared[$0].scalarClass == .space }) {
            let units = tokenizer.units(ofNormalForm: chunk.span)
            if !units.isEmpty { chunks.append(units) }
        }
        return chunks
    }

    private mutating func add(_ chunks: ArraySlice<[TextUnit]>, isQuoted: Bool, isOpen: Bool) {
        let hasWord = chunks.contains { $0.contains { $0.kind != .sign } }
        var condition = TextCondition(
            units: [], isTight: [], isQuoted: isQuoted, isOpen: isOpen, hasWord: hasWord)
        for chunk in chunks {
            let kept = hasWord ? Self.trimmed(chunk) : chunk[...]
            condition.units += kept
            condition.isTight += kept.indices.map { $0 != kept.startIndex }
        }
        if !condition.units.isEmpty { conditions.append(condition) }
    }

    /// A chunk without the light signs at both ends: `(map)` and `map,` ask for map.
    private static func trimmed(_ chunk: [TextUnit]) -> ArraySlice<TextUnit> {
        guard let first = chunk.firstIndex(where: { !$0.isLight }),
            let last = chunk.lastIndex(where: { !$0.isLight })
        else { return [] }
        return chunk[first...last]
    }

    /// A lone dash or ampersand between words is how people write, not what they look for.
    private static func saysNothing(_ condition: TextCondition) -> Bool {
        !condition.isQuoted
            && condition.units.allSatisfy { $0.isLight || $0.text == [UInt8(ascii: "&")] }
    }
}
