import EpisodeModel

/// The units of every row's texts in order, one number each: what phrases are checked against.
///
/// A number names an identity (a kind, a text and its forms) and whether a space stands before.
/// Every field ends with `fieldEnd`; the name comes first, the description last.
@safe struct UnitStream: BitwiseCopyable, Sendable {
    static let spaceFlag: UInt32 = 1 << 31
    static let fieldEnd: UInt32 = 0

    let rows: KeptRowLists
    /// For each identity: the term of its whole text. Identity 0 is no unit.
    let wholeTerms: View<UInt32>
    /// For each identity: the terms of all its forms, the whole first.
    let formTerms: KeptRowLists
    let isLight: View<Bool>

    static func identity(_ unit: UInt32) -> Int { Int(unit & ~spaceFlag) }
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
