@testable import EpisodeIndex
@testable import TestSupport

/// The text of a field: cut into the units that the plain rules see, also where stretches of ASCII,
/// which are read byte by byte, meet other characters.
///
/// Input: the text; bytes that are no UTF-8 count as replacement characters.
enum TextFields {
    nonisolated(unsafe) private static var tokenizer = Tokenizer()

    static func run(_ input: UnsafeRawBufferPointer) {
        let bytes = Array(input)
        let expected = NaiveText.units(String(decoding: bytes, as: UTF8.self))
        let units = tokenizer.units(of: bytes)
        require(units.count == expected.count, "\(units.count) units, not \(expected.count)")
        for (unit, wanted) in zip(units, expected) {
            require(isSame(unit, wanted), "\(unit), not \(wanted)")
        }
    }

    private static func isSame(_ unit: TextUnit, _ wanted: NaiveText.Unit) -> Bool {
        let kind: UnitKind =
            switch wanted.kind {
            case .word: .word
            case .run: .run
            case .sign: .sign
            }
        return unit.kind == kind && unit.text == wanted.text && unit.forms == wanted.forms
            && unit.hasSpaceBefore == wanted.hasSpaceBefore && unit.isLight == wanted.isLight
    }

    static func seeds() -> [[UInt8]] {
        TextQueries.seeds()
            + [
                "UIViewController .NET c++ isn't", "abcdefg\u{301}h ijklmnop\u{200B}qrs",
                "map\u{2019}s Kit\u{E9}Kit",
                "\u{5165}Swift \u{95E8} ASCII only here, and then \u{FB01}",
                String(repeating: "aB1", count: 30),
            ].map { Array($0.utf8) } + [[0x61, 0xC3, 0x62, 0x80, 0x20, 0xE2, 0x82]]
    }
}
