import TestSupport

/// Random texts of what makes text rules hard: scripts, marks, signs, case and invisible characters.
struct RandomText {
    var generator: SeededGenerator

    init(seed: UInt64) { generator = SeededGenerator(seed: seed) }

    /// Pieces that random texts are put together from, a group each kind.
    static let groups: [[String]] = [
        ["a", "b", "s", "t", "i", "A", "B", "S", "I", "K", "x", "Z", "0", "1", "7"],
        [
            "map", "Map", "Kit", "MapKit", "UIViewController", "HTTP2Server", "APIs", "iOS17",
            "URLs",
        ],
        [" ", " ", " ", "\t", "\n", "\u{A0}", "\u{3000}", "\r\n", "\u{1F}", "\u{85}", "\u{2028}"],
        ["'", "\u{2019}", "`", "\u{B4}", "\u{2BC}", "-", "\u{2014}", "\u{2212}", "\u{2011}"],
        ["\"", "\u{201C}", "\u{201D}", "\u{201E}", "\u{AB}", "\u{FF02}"],
        [".", ".", "..", "\u{2026}", ",", "/", "\u{2044}", "*", "(", ")", "!", "?", ":", "\\"],
        ["+", "#", "++", "\u{266F}", "&", "%", "@", "_", "^", "$", "=", "<", ">", "|", "~"],
        ["\u{200B}", "\u{200B}", "\u{AD}", "\u{200D}", "\u{FE0F}", "\u{FEFF}", "\u{200F}"],
        ["\u{301}", "\u{308}", "\u{307}", "\u{327}", "\u{338}", "\u{345}", "\u{344}", "\u{20E3}"],
        ["\u{5165}", "\u{95E8}", "\u{20B9F}", "\u{F900}", "\u{3005}", "\u{FF0C}", "\u{3002}"],
        ["\u{30AB}", "\u{3099}", "\u{30AC}", "\u{FF76}", "\u{FF9E}", "\u{FF9F}", "\u{304C}"],
        ["\u{AC00}", "\u{1100}", "\u{1161}", "\u{11A8}", "\u{3131}", "\u{FFA1}", "\u{1160}"],
        ["\u{E01}", "\u{E49}", "\u{E33}", "\u{EB3}", "\u{1000}", "\u{1031}", "\u{1780}"],
        ["\u{1F468}", "\u{200D}", "\u{1F469}", "\u{1F44D}", "\u{1F3FD}", "\u{2764}\u{FE0F}"],
        ["\u{1F1EA}", "\u{1F1F8}", "\u{1F1E9}"],
        [
            "\u{FB01}", "\u{FF21}", "\u{FF42}", "\u{2167}", "\u{B2}", "\u{2460}", "\u{2122}",
            "\u{BD}",
        ],
        ["\u{130}", "\u{131}", "\u{DF}", "\u{1E9E}", "\u{F8}", "\u{142}", "\u{C6}", "\u{153}"],
        ["\u{E9}", "\u{C5}", "\u{149}", "\u{1C5}", "\u{1F0}", "\u{17F}", "\u{1E9B}", "\u{212B}"],
        [
            "\u{3A3}", "\u{3C2}", "\u{3AC}", "\u{390}", "\u{1F80}", "\u{1FB3}", "\u{37A}",
            "\u{1FBF}",
        ],
        ["\u{451}", "\u{401}", "\u{439}", "\u{457}", "\u{45E}", "\u{483}", "\u{488}"],
        ["\u{5E9}", "\u{5C1}", "\u{5BE}", "\u{627}", "\u{653}", "\u{64E}", "\u{670}", "\u{FDFA}"],
        ["\u{939}", "\u{93F}", "\u{928}", "\u{94D}", "\u{926}", "\u{940}", "\u{958}", "\u{93C}"],
        ["\u{F71}", "\u{F72}", "\u{F77}", "\u{DD9}", "\u{DCF}", "\u{1025}", "\u{102E}"],
        ["\u{E000}", "\u{F8FF}", "\u{10FFFD}", "\u{FFFD}", "\u{FFFF}", "\u{0}", "\u{1D15E}"],
        [
            "\u{A8}", "\u{2033}", "\u{337}", "\u{2260}", "\u{1FEF}", "\u{340}", "\u{2126}",
            "\u{37E}",
        ],
    ]

    /// A text of up to `lengthMaximum` pieces from a few groups; now and then one with long rows.
    mutating func next(lengthMaximum: Int = 24) -> String {
        let groups = (0..<Int.random(in: 1...5, using: &generator)).map { _ in
            Self.groups[Int.random(in: 0..<Self.groups.count, using: &generator)]
        }
        var text = ""
        for _ in 0..<Int.random(in: 0...lengthMaximum, using: &generator) {
            let group = groups[Int.random(in: 0..<groups.count, using: &generator)]
            let piece = group[Int.random(in: 0..<group.count, using: &generator)]
            let isRow = Int.random(in: 0..<40, using: &generator) == 0
            let count = isRow ? Int.random(in: 2...70, using: &generator) : 1
            text += String(repeating: piece, count: count)
        }
        return text
    }
}
