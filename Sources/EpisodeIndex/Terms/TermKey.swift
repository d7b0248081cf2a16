/// What a term of the dictionary stands for: the first byte of its key, so that a word, a sign
/// and a pair of run characters never meet.
enum TermKind: UInt8 {
    /// Two run characters directly together.
    case pair = 0x62
    case run = 0x72
    case sign = 0x73
    /// A word or one of its forms.
    case word = 0x77

    init(_ kind: UnitKind) {
        switch kind {
        case .word: self = .word
        case .run: self = .run
        case .sign: self = .sign
        }
    }
}

/// Where a condition may match: each scope holds the fields of the one before and more.
enum TextScope: Int, CaseIterable {
    case name
    /// Name, parent_name, technology and contributors.
    case narrow
    case everything

    /// How many of the stream's fields belong to it.
    var fieldCount: Int {
        switch self {
        case .name: 1
        case .narrow: 4
        case .everything: 5
        }
    }
}
