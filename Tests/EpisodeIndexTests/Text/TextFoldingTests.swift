import Testing

@testable import EpisodeIndex

/// Texts as they are compared by sort keys and predicates.
@Suite struct TextFoldingTests {
    @Test(arguments: [
        ("", ""), ("Caf\u{E9} R\u{E9}sum\u{E9}", "cafe resume"), ("Cafe\u{301}", "cafe"),
        ("A  B\tC\u{A0}D", "a  b\tc d"), ("Zero\u{200B}Width", "zerowidth"),
        ("\u{1E9E}\u{DF}\u{C6}\u{153}\u{D8}\u{141}\u{110}\u{126}\u{166}", "ssssaeoeoldht"),
        ("\u{201C}Don\u{2019}t\u{201D} \u{2014} \u{2026}", "\"don't\" - ..."),
        ("\u{FF21}\u{FF11}", "a1"), ("\u{FB03}", "ffi"), ("\u{BD}", "1/2"), ("\u{301}", ""),
        ("\u{3B0}", "\u{3C5}"), ("\u{419}\u{407}", "\u{439}\u{457}"), ("\u{623}", "\u{623}"),
        ("\u{1F44D}\u{1F3FF}", "\u{1F44D}"), ("\u{0}\u{1F}", "\u{0}\u{1F}"),
        ("\u{FFFF}\u{10FFFF}", "\u{FFFF}\u{10FFFF}"),
    ])
    func `A text folds to this`(text: String, folded: String) {
        #expect(TextFolding.fold(text.utf8) == Array(folded.utf8))
    }

    @Test func `Folding what is folded changes nothing`() {
        // But for rows of more than thirty marks that a decomposition made: those are cut again.
        // This seed gives none.
        var random = RandomText(seed: 5)
        for _ in 0..<500 {
            let once = TextFolding.fold(random.next().utf8)
            #expect(TextFolding.fold(once) == once, "\(String(decoding: once, as: UTF8.self))")
        }
    }
}
