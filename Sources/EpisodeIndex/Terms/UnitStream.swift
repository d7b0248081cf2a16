import CPlatform
import EpisodeModel

/// The units of every row's texts in order, one number each: what phrases are checked against.
///
/// A number names an identity (a kind, a text and its forms); flags say whether a space stands
/// before it and what kind of unit it is. Identities are numbered by the terms of their whole texts,
/// so that a word, and all words that begin alike, are one range of numbers. Every field ends with
/// `fieldEnd`; the name comes first, the description last.
@safe struct UnitStream: BitwiseCopyable, Sendable {
    static let spaceFlag = CPLATFORM_UNIT_SPACE
    private static let lightFlag = CPLATFORM_UNIT_LIGHT
    private static let formsFlag = CPLATFORM_UNIT_FORMS
    static let fieldEnd: UInt32 = 0

    let rows: KeptRowLists
    /// For each identity: the term of its whole text, ascending. Identity 0 is no unit.
    let wholeTerms: View<UInt32>
    /// For each identity: the terms of all its forms, the whole first.
    let formTerms: KeptRowLists

    static func identity(_ unit: UInt32) -> Int { Int(unit & CPLATFORM_UNIT_NUMBER) }
    static func isLight(_ unit: UInt32) -> Bool { unit & lightFlag != 0 }

    /// The number of an identity with the flags of its kind.
    static func number(_ identity: Int, isLight: Bool, hasForms: Bool) -> UInt32 {
        UInt32(identity) | (isLight ? lightFlag : 0) | (hasForms ? formsFlag : 0)
    }

    static func hasForms(_ unit: UInt32) -> Bool { unit & formsFlag != 0 }

    /// - Parameters:
    ///   - units: with the numbers of identities in the order they first appeared.
    ///   - order: for each row number the place of its units.
    init(
        _ units: RowBlocks<UInt32>, order: [UInt32], _ numbering: IdentityNumbering,
        memory: IndexMemory
    ) {
        memory.purpose = "forms of words"
        wholeTerms = memory.keep(numbering.wholeTerms)
        formTerms = KeptRowLists(numbering.formTerms, memory: memory)
        memory.purpose = "unit stream"
        let starts = memory.take(order.count + 1, of: UInt64.self)
        let values = memory.take(
            units.elementCount + Int(CPLATFORM_UNIT_PADDING), of: UInt32.self)
        var place = 0
        unsafe numbering.numbers.withUnsafeBufferPointer { numbers in
            for (row, source) in order.enumerated() {
                let source = units[Int(source)]
                starts[row] = UInt64(place)
                for index in 0..<source.count {
                    let unit = source[index]
                    let number = unsafe numbers[Self.identity(unit)]
                    values[place] = number | unit & Self.spaceFlag
                    place += 1
                }
            }
        }
        starts[order.count] = UInt64(place)
        rows = KeptRowLists(
            starts: starts.view, values: values.view.part(from: 0, count: units.elementCount))
    }

    /// The identities whose whole text is one of some terms.
    func identities(of terms: Range<UInt32>) -> Range<UInt32> {
        let known = wholeTerms.part(from: 1, count: wholeTerms.count - 1)
        let low = known.lowerBound(of: terms.lowerBound)
        let high = known.lowerBound(of: terms.upperBound)
        return UInt32(low + 1)..<UInt32(high + 1)
    }

    /// Keeps the rows of a list in which a phrase stands in one of the scope's fields; the list may
    /// be the buffer's own view.
    func keep(
        _ rows: View<UInt32>, with phrase: View<cplatform_phrase_unit>, skipsLight: Bool,
        in scope: TextScope, into kept: Buffer<UInt32>
    ) {
        var stream = unsafe cplatform_unit_stream(
            starts: self.rows.starts.pointer, units: self.rows.values.pointer,
            form_starts: formTerms.starts.pointer, forms: formTerms.values.pointer)
        kept.reserve(rows.count)
        kept.assumeCount(
            unsafe cplatform_rows_with_phrase(
                kept.pointer, rows.pointer, rows.count, &stream, phrase.pointer, phrase.count,
                skipsLight ? 1 : 0, UInt32(scope.fieldCount)))
    }
}
