import EpisodeModel

/// A predicate made ready: its value folded or looked up once, then asked of many rows.
enum PredicateTest {
    /// The rank in one field lies in the range, or outside it when negated.
    case rank(RankColumn, Range<UInt32>, isNegated: Bool)
    /// The row has one of these values of a facet, or none of them when negated.
    case values(FacetIndex, [Int], isNegated: Bool)
    case text(ByteTable, TextTest)

    /// A test of one text.
    struct TextTest {
        var comparison: Predicate.Operator
        /// Folded, unless `foldsRows` is false and the rows are compared as they are.
        var value: [UInt8]
        /// Rows hold the text itself, to be folded before it is compared.
        var foldsRows: Bool

        func matches(_ text: View<UInt8>) -> Bool {
            if text.isEmpty { return comparison == .absent || comparison == .notEquals }
            switch comparison {
            case .present: return true
            case .absent: return false
            default: break
            }
            guard foldsRows else { return compare(text) }
            let folded = TextFolding.fold(text.array)
            return unsafe folded.withUnsafeBufferPointer { bytes in
                guard let base = bytes.baseAddress else {
                    return compare(text.part(from: 0, count: 0))
                }
                return unsafe compare(View(base, count: bytes.count))
            }
        }

        private func compare(_ text: View<UInt8>) -> Bool {
            switch comparison {
            case .equals: text.compare(value) == 0
            case .notEquals: text.compare(value) != 0
            case .beginsWith: text.hasPrefix(value)
            case .contains: text.contains(value)
            default: false
            }
        }
    }

    /// Whether asking costs a scan of texts; such tests come last.
    var isSlow: Bool { if case .text = self { true } else { false } }
}
