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

    /// - Parameters:
    ///   - stream: with the collector's numbers of identities.
    init(_ stream: RowLists, _ collector: TermCollector, memory: IndexMemory) {
        let forms = collector.formTerms
        let whole = { (identity: UInt32) in forms.values[forms.range(Int(identity)).lowerBound] }
        var order = (1..<UInt32(max(1, forms.rowCount))).map { $0 }
        order.sort { whole($0) != whole($1) ? whole($0) < whole($1) : $0 < $1 }
        var numbers = [UInt32](repeating: 0, count: forms.rowCount)
        var wholeTerms: [UInt32] = [0]
        var formTerms = RowLists()
        formTerms.endRow()
        for (place, identity) in order.enumerated() {
            let terms = forms.values[forms.range(Int(identity))]
            var number = UInt32(place + 1)
            if collector.isLight[Int(identity)] { number |= Self.lightFlag }
            if terms.count > 1 { number |= Self.formsFlag }
            numbers[Int(identity)] = number
            wholeTerms.append(whole(identity))
            formTerms.values.append(contentsOf: terms)
            formTerms.endRow()
        }
        var units = stream
        for index in units.values.indices {
            let unit = units.values[index]
            units.values[index] = numbers[Self.identity(unit)] | unit & Self.spaceFlag
        }
        rows = KeptRowLists(units, memory: memory)
        self.wholeTerms = memory.keep(wholeTerms)
        self.formTerms = KeptRowLists(formTerms, memory: memory)
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

/// While building: turns texts into stream numbers.
struct UnitStreamBuilder {
    private var tokenizer = Tokenizer()
    private(set) var identities = ByteInterner()
    private(set) var rows = RowLists()
    private var key: [UInt8] = []

    /// Separates the forms in an identity's key; no byte of UTF-8 has this value.
    static let formSeparator: UInt8 = 0xFF
    /// First byte of the identity of a light sign.
    static let lightSignMark: UInt8 = 0x6C

    init() {
        // Number 0 ends a field, so no unit may have it.
        _ = identities.intern([])
    }

    mutating func append(_ episode: Episode) {
        appendField(episode.name)
        appendField(episode.parentName)
        appendField(episode.technology)
        appendField(episode.contributors)
        appendField(episode.description)
        rows.endRow()
    }

    private mutating func appendField(_ text: String) {
        if !text.isEmpty {
            for unit in tokenizer.units(of: text.utf8) {
                let space = unit.hasSpaceBefore ? UnitStream.spaceFlag : 0
                rows.values.append(identity(of: unit) | space)
            }
        }
        rows.values.append(UnitStream.fieldEnd)
    }

    private mutating func identity(of unit: TextUnit) -> UInt32 {
        key.removeAll(keepingCapacity: true)
        key.append(unit.isLight ? Self.lightSignMark : TermKind(unit.kind).rawValue)
        key.append(contentsOf: unit.text)
        if unit.forms.count > 1 {
            for form in unit.forms where form != unit.text {
                key.append(Self.formSeparator)
                key.append(contentsOf: form)
            }
        }
        return identities.intern(key)
    }
}
