import Testing

@testable import EpisodeIndex

/// Texts and their units, rule by rule. The spelling of units is that of `TextUnit.spelling`.
@Suite struct TokenizerTests {
    struct Example: Sendable, CustomTestStringConvertible {
        let text, units: String
        init(_ text: String, _ units: String) { (self.text, self.units) = (text, units) }
        var testDescription: String { text.debugDescription }
    }

    static let words = [
        Example("", ""),
        Example(" \t\r\n", ""),
        Example("Hash Maps", "_hash _maps"),
        Example("MapKit", "_mapkit|kit"),
        Example("UIViewController", "_uiviewcontroller|viewcontroller|controller"),
        Example("ARKit", "_arkit|kit"),
        Example("APIs URLs", "_apis _urls"),
        Example("APIses", "_apises|ises"),
        Example("iOS17", "_ios17|os17|17"),
        Example("HTTP2Server", "_http2server|2server|server"),
        Example("UTF8", "_utf8|8"),
        Example("Don't", "_don't|t|dont"),
        Example("O\u{2019}Reilly", "_o'reilly|reilly|oreilly"),
        Example("rock 'n' roll", "_rock _['] n ['] _roll"),
        Example("C++ C# F# C++20", "_c++ _c# _f# _c++ 20"),
        Example(".NET", "_.net|net"),
        Example("ASP.NET", "_asp [.] net"),
        Example("(.NET ...net 17.4", "_[(] .net|net _[.] [.] [.] net _17 [.] 4"),
        Example("\u{5165}.NET", "_<\u{5165}> .net|net"),
        Example("snake_case a/b", "_snake (_) case _a [/] b"),
        Example("Zero\u{200B}Width \u{200B}x", "_zerowidth|width _x"),
        Example("a\u{200B}'b", "_a'b|b|ab"),
        Example("co\u{AD}op e\u{301}T\u{301}e", "_coop _ete|te"),
    ]

    static let signs = [
        Example("a, b", "_a [,] _b"),
        Example("* / . , : ( ) ! ? - '", "_[*] _[/] _[.] _[,] _[:] _[(] _[)] _[!] _[?] _[-] _[']"),
        Example("# % & @ \\ _", "_(#) _(%) _(&) _(@) _(\\) _(_)"),
        Example("+ < = > | ~ ^ $", "_(+) _(<) _(=) _(>) _(|) _(~) _(^) _($)"),
        Example("\u{2014} \u{2212} \u{201E}x\u{201C}", "_[-] _[-] _[\"] x [\"]"),
        Example("\u{1F468}\u{200D}\u{1F469}", "_(\u{1F468}) (\u{1F469})"),
        Example("\u{1F44D}\u{1F3FD} \u{2764}\u{FE0F}", "_(\u{1F44D}) _(\u{2764})"),
        Example(
            "\u{1F1E9}\u{1F1EA}\u{1F1F8}\u{1F1EA}\u{1F1EA}",
            "_(\u{1F1E9}\u{1F1EA}) (\u{1F1F8}\u{1F1EA}) (\u{1F1EA})"),
        Example("Xcode\u{2122} \u{B4}", "_xcode _[']"),
        Example("C\u{266F} \u{E000}", "_c# _(\u{E000})"),
    ]

    static let scripts = [
        Example("Swift \u{5165}\u{95E8}", "_swift <\u{5165}> <\u{95E8}>"),
        Example("\u{5165} \u{95E8}, x", "_<\u{5165}> _<\u{95E8}> [,] _x"),
        Example("\u{FF76}\u{FF9E}\u{30AB}", "_<\u{30AC}> <\u{30AB}>"),
        Example("\u{1100}\u{1161}", "_<\u{AC00}>"),
        Example("\u{E01}\u{E34}", "_<\u{E01}> <\u{E34}>"),
        Example("\u{130}stanbul \u{131}s", "_istanbul _is"),
        Example("\u{FB01}le \u{FF26}ILE", "_file _file"),
        Example("Stra\u{DF}e na\u{EF}ve", "_strasse _naive"),
        Example("\u{3A3}\u{3AC}\u{3C2} \u{401}\u{439}", "_\u{3C3}\u{3B1}\u{3C3} _\u{435}\u{439}"),
        Example("\u{5E9}\u{5C1}\u{5DC}", "_\u{5E9}\u{5DC}"),
        Example("\u{939}\u{93F}", "_\u{939}\u{93F}"),
        Example("\u{2167} \u{B2}", "_viii _2"),
    ]

    @Test(arguments: words + signs + scripts)
    func `A text has these units`(example: Example) {
        var tokenizer = Tokenizer()
        let units = tokenizer.units(of: example.text.utf8)
        #expect(Array(units.spelling.utf8) == Array(example.units.utf8), "\(units.spelling)")
    }

    @Test func `At most the first sixteen parts of a word count`() {
        var tokenizer = Tokenizer()
        let units = tokenizer.units(of: String(repeating: "aB", count: 30).utf8)
        #expect(units.count == 1)
        #expect(units.first?.forms.count == 17)
        #expect(units.first?.forms.last?.count == 60 - 31)
    }

    @Test func `A word over 64 code points becomes pieces that are no words themselves`() {
        var tokenizer = Tokenizer()
        let word =
            String(repeating: "\u{E9}", count: 64) + "Kit" + String(repeating: "x", count: 62)
        let units = tokenizer.units(of: word.utf8)
        #expect(units.map(\.text.count) == [64, 65, 2])
        #expect(units.map { $0.text.first == 1 } == [false, true, true])
        #expect(units.map(\.hasSpaceBefore) == [true, false, false])
        #expect(units.map(\.forms) == units.map { [$0.text] })
    }

    @Test(.timeLimit(.minutes(1)))
    func `Of a row of marks only the first thirty count, so that long rows stay cheap`() {
        var tokenizer = Tokenizer()
        // Two marks of different classes, which the library would have to sort: in the square of
        // their number.
        let rows = String(repeating: "\u{F71}\u{F72}", count: 500_000)
        let units = tokenizer.units(of: ("\u{F40}" + rows).utf8)
        #expect(units.count == 1)
        #expect(units.first?.text.count == 31 * 3)
    }

    @Test func `Bytes that are no UTF-8 are read as replacement characters`() {
        var tokenizer = Tokenizer()
        let broken: [[UInt8]] = [
            [0xFF], [0x80], [0xC3], [0xC0, 0x80], [0xE2, 0x82], [0xED, 0xA0, 0x80], [0xF0, 0x9F],
            [0xF4, 0x90, 0x80, 0x80], [0xF8, 0x88, 0x80, 0x80], [0xE0, 0x80, 0x41],
            [0xF0, 0x9F, 0x41],
            [0xCC, 0x81, 0xFF, 0xCC, 0x81],
        ]
        for bytes in broken {
            let text = [0x61] + bytes + [0x62, 0x20] + bytes
            let repaired = String(decoding: text, as: UTF8.self)
            #expect(tokenizer.units(of: text) == tokenizer.units(of: repaired.utf8), "\(bytes)")
            #expect(TextFolding.fold(text) == TextFolding.fold(repaired.utf8), "\(bytes)")
            #expect(TextQuery.parse(text) == TextQuery.parse(Array(repaired.utf8)), "\(bytes)")
        }
    }

    @Test func `A tokenizer forgets the text before, and tokens say what units say`() {
        var tokenizer = Tokenizer()
        var fresh = Tokenizer()
        _ = tokenizer.units(of: "UIView don't e\u{301} \u{5165}".utf8)
        #expect(tokenizer.units(of: "x".utf8) == fresh.units(of: "x".utf8))
        Array("MapKit 2D!".utf8).withView { tokenizer.scan($0) }
        let texts = tokenizer.tokens.map { Array(tokenizer.text(of: $0)) }
        #expect(texts == [Array("mapkit".utf8), Array("2d".utf8), Array("!".utf8)])
        #expect(tokenizer.tokens.map { Array(tokenizer.partStarts(of: $0)) } == [[3], [1], []])
    }
}
