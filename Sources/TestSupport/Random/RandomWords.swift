/// Words that meet every text rule: camel case, signs inside and around words, accents, marks,
/// apostrophes, scripts without spaces, emoji, code points that do not count.
public enum RandomWords {
    public static let vocabulary: [String] = [
        "Swift", "swift", "SwiftUI", "Map", "MapKit", "Maps", "mapping", "UIViewController",
        "UIView", "ARKit", "APIs", "URLs", "iOS17", "HTTP2Server", "UTF8", "C", "C++", "C++20",
        "C#", "F#", "c", ".NET", "ASP.NET", "Node.js", "17.4", "view.frame", "i/o", "AT&T",
        "don't", "Don\u{2019}t", "dont", "O'Reilly", "rock'n'roll", "Caf\u{E9}", "Cafe\u{301}",
        "CAFE", "na\u{EF}ve", "Stra\u{DF}e", "STRASSE", "\u{130}stanbul", "\u{131}sparta",
        "\u{C6}r\u{F8}", "\u{153}uvre", "\u{141}\u{F3}d\u{17A}", "\u{451}\u{43B}\u{43A}\u{430}",
        "\u{435}\u{43B}\u{43A}\u{430}", "\u{439}\u{43E}\u{434}", "\u{3A3}\u{3AF}\u{3C3}",
        "the", "The", "of", "and", "to", "a", "I", "Introduction", "intro", "Part", "1", "2", "10",
        "\u{5165}\u{95E8}", "\u{7F16}\u{7A0B}\u{5165}\u{95E8}", "\u{5730}\u{56F3}",
        "\u{30AB}\u{30BF}\u{30AB}\u{30CA}", "\u{FF76}\u{FF80}\u{FF76}\u{FF85}", "\u{304C}",
        "\u{D55C}\u{AD6D}\u{C5B4}", "\u{1112}\u{1161}\u{11AB}", "\u{E44}\u{E17}\u{E22}",
        "\u{939}\u{93F}\u{928}\u{94D}\u{926}\u{940}", "\u{645}\u{64E}\u{643}\u{62A}\u{628}",
        "\u{5E9}\u{5B8}\u{5DC}\u{5D5}\u{5B9}\u{5DD}", "\u{1F44D}", "\u{1F44D}\u{1F3FD}",
        "\u{1F468}\u{200D}\u{1F469}\u{200D}\u{1F467}", "\u{1F1E9}\u{1F1EA}\u{1F1EA}\u{1F1F8}",
        "\u{1F1EA}\u{1F1F8}", "\u{FB01}le", "file", "Xcode\u{2122}", "Xcode", "zero\u{200B}width",
        "soft\u{AD}hyphen", "softhyphen", "x\u{B2}", "\u{BD}", "\u{2167}", "\u{FF21}\u{FF22}c",
        "#swift", "@main", "snake_case", "a+b", "++", "<T>", "100%", "&", "-", "\u{2014}", "...",
        "!!!", "(beta)", "[x]", "\"quoted\"", "\u{201C}Hash Maps\u{201D}", "hash", "maps",
        "state-of-the-art", "read\u{2011}only", "e\u{301}\u{302}\u{323}", "\u{301}",
        "-----", "\u{54C8}\u{54C8}\u{54C8}\u{54C8}", String(repeating: "long", count: 20),
        String(repeating: "Ab", count: 40),
    ]

    /// What stands between two words; mostly a space.
    public static let separators = [
        " ", " ", " ", " ", " ", "  ", ", ", " - ", "\n", "\t", "\u{3000}", "\u{A0}", ".", "/", "'",
        "", "\u{200B}", ": ",
    ]

    /// A text of words from `words`, between `count` of them.
    public static func text(
        of words: [String], count: Int, using generator: inout SeededGenerator
    ) -> String {
        var text = ""
        var word = ""
        for index in 0..<max(0, count) {
            if index > 0 { text += generator.pick(separators) }
            if index == 0 || !generator.oneIn(6) { word = generator.pick(words) }
            text += word
        }
        return text
    }
}

extension SeededGenerator {
    /// One element; the array must not be empty.
    public mutating func pick<Element>(_ elements: [Element]) -> Element {
        elements[Int.random(in: 0..<elements.count, using: &self)]
    }

    /// True once in `count` times.
    public mutating func oneIn(_ count: Int) -> Bool {
        Int.random(in: 0..<count, using: &self) == 0
    }

    public mutating func number(_ range: ClosedRange<Int>) -> Int {
        Int.random(in: range, using: &self)
    }

    /// Some of the elements, in random order.
    public mutating func some<Element>(_ elements: [Element], atMost count: Int) -> [Element] {
        Array(elements.shuffled(using: &self).prefix(number(0...count)))
    }
}
