@testable import EpisodeIndex

extension TextUnit {
    /// A unit as short text for tables of examples: a space before it is `_`, runs stand between
    /// `<>`, signs between `()`, light signs between `[]`; forms follow their word after `|`.
    var spelling: String {
        let text = String(decoding: text, as: UTF8.self)
        let space = hasSpaceBefore ? "_" : ""
        switch kind {
        case .word:
            return space + forms.map { String(decoding: $0, as: UTF8.self) }.joined(separator: "|")
        case .run: return space + "<\(text)>"
        case .sign: return space + (isLight ? "[\(text)]" : "(\(text))")
        }
    }
}

extension Collection<TextUnit> {
    var spelling: String { map(\.spelling).joined(separator: " ") }
}
