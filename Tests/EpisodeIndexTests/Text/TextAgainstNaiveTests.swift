import TestSupport
import Testing

@testable import EpisodeIndex

/// The engine's text code against the plain one: random texts, and every code point by itself.
@Suite struct TextAgainstNaiveTests {
    private func comparable(_ unit: NaiveText.Unit) -> TextUnit {
        let kind: UnitKind =
            switch unit.kind {
            case .word: .word
            case .run: .run
            case .sign: .sign
            }
        return TextUnit(
            kind: kind, text: unit.text, forms: unit.forms, hasSpaceBefore: unit.hasSpaceBefore,
            isLight: unit.isLight)
    }

    private func comparable(_ conditions: [NaiveText.Condition]?) -> TextQuery {
        guard let conditions else { return .noFilter }
        if conditions.isEmpty { return .matchesNothing }
        return .conditions(
            conditions.map {
                TextCondition(
                    units: $0.units.map(comparable).map {
                        TextCondition.Unit(kind: $0.kind, text: $0.text, isLight: $0.isLight)
                    }, isTight: $0.isTight, isQuoted: $0.isQuoted,
                    isOpen: $0.isOpen, hasWord: $0.hasWord)
            })
    }

    @Test(arguments: [1, 2, 3, 4] as [UInt64])
    func `Units, conditions and folded texts are those of the plain rules`(seed: UInt64) {
        var random = RandomText(seed: seed)
        var tokenizer = Tokenizer()
        for _ in 0..<2_500 {
            let text = random.next()
            let utf8 = Array(text.utf8)
            let isSame =
                tokenizer.units(of: utf8) == NaiveText.units(text).map(comparable)
                && TextQuery.parse(utf8) == comparable(NaiveText.parse(text))
                && TextFolding.fold(utf8) == NaiveText.fold(text)
            #expect(isSame, "\(text.debugDescription)")
        }
    }

    /// ASCII is read byte by byte and eight bytes at a time; what is not goes another way up to the
    /// next space.
    @Test(.timeLimit(.minutes(5)), arguments: ["", "aB", "C+", "don'", "1", ".", " ", "-"])
    func `Where ASCII meets other characters texts are read like anywhere else`(middle: String) {
        let padding = "Map ofKits, i"
        var tokenizer = Tokenizer()
        for piece in RandomText.groups.joined() {
            for length in 0...padding.utf8.count {
                let (before, after) = (padding.suffix(length), padding.prefix(length))
                let text = "\(before)\(middle)\(piece)\(middle)\(after)"
                let isSame =
                    tokenizer.units(of: text.utf8) == NaiveText.units(text).map(comparable)
                #expect(isSame, "\(text.debugDescription)")
            }
        }
    }

    @Test(arguments: [1, 2] as [UInt64])
    func `Bytes that are no UTF-8 are read as replacement characters`(seed: UInt64) {
        var random = RandomText(seed: seed)
        var tokenizer = Tokenizer()
        for _ in 0..<2_000 {
            var bytes = Array(random.next().utf8)
            for _ in 0..<Int.random(in: 0...3, using: &random.generator) where !bytes.isEmpty {
                let place = Int.random(in: 0..<bytes.count, using: &random.generator)
                bytes[place] = UInt8.random(in: 0...255, using: &random.generator)
            }
            let text = String(decoding: bytes, as: UTF8.self)
            let isSame = tokenizer.units(of: bytes) == NaiveText.units(text).map(comparable)
            #expect(isSame, "\(bytes)")
        }
    }

    @Test(.timeLimit(.minutes(5)))
    func `Every code point is read as by the plain rules`() {
        // All where letters, marks and signs live; samples of the large uniform ranges (Han, Hangul,
        // private use, unassigned).
        let dense: [Range<UInt32>] = [
            0..<0x3500, 0xA000..<0xAC80, 0xD780..<0xD800, 0xF900..<0x1_2000, 0x1_D000..<0x1_FC00,
            0x2_F800..<0x2_FA20, 0xE_0000..<0xE_0200,
        ]
        var tokenizer = Tokenizer()
        for value in UInt32(0)..<0x11_0000 {
            guard value % 61 == 0 || dense.contains(where: { $0.contains(value) }) else { continue }
            guard let scalar = Unicode.Scalar(value) else { continue }
            let text = "aB\(scalar)Cd \(scalar)\u{301}"
            let isSame =
                tokenizer.units(of: text.utf8) == NaiveText.units(text).map(comparable)
                && TextFolding.fold(text.utf8) == NaiveText.fold(text)
            #expect(isSame, "U+\(String(value, radix: 16))")
        }
    }
}
