import EpisodeModel
import TestSupport

@testable import CatalogFormats

/// Random catalogues that use the whole range of what a row and a domain can hold.
struct EvilCatalogue {
    private var generator: SeededGenerator

    init(seed: UInt64) { generator = SeededGenerator(seed: seed) }

    private static let pieces: [String] = [
        "\"", "\"\"", ",", ";", "\\", "\\;", "\\\\", "'", "\n", "\r\n", "\r", "\t", " ", "  ",
        "=1+1", "+", "-", "@", "=HYPERLINK(\"x\")", "null", "true", "0", "-0", "1e5", "{", "}", "[",
        "]", ":", "<p>", "</p>", "<br/>", "&amp;", "&#39;", "&", "<", ">", "a", "Größe", "e\u{301}",
        "\u{E9}",
        "地图", "😀", "👩‍👩‍👧‍👦", "🇩🇪", "\u{202E}rtl", "שלום", "مرحبا", "\u{FEFF}", "\u{200B}",
        "\u{1}", "\u{1F}", "\u{7F}", "\u{80}", "\u{9F}", "\u{A0}", "\u{BF}", "\u{2028}", "\u{2029}",
        "\u{FFFD}", "\u{FFFF}", "\u{10FFFF}", "\u{D7FF}", "\u{E000}", "domain", "record", "id",
        "\\u0041", "\\ud800", "{\"domain\":{}}",
    ]

    private mutating func number(_ range: ClosedRange<Int>) -> Int {
        Int.random(in: range, using: &generator)
    }

    mutating func text(atLeast minimum: Int = 0) -> String {
        let count = max(minimum, number(0...5) < 2 ? 0 : number(0...6))
        return (0..<count).map { _ in Self.pieces.randomElement(using: &generator) ?? "" }.joined()
    }

    private mutating func number64() -> UInt64 {
        let edges: [UInt64] = [
            1, 2, 1 << 31, 1 << 32, (1 << 53) + 1, 1 << 63, (1 << 63) - 1, .max, .max - 1,
        ]
        return Bool.random(using: &generator)
            ? edges.randomElement(using: &generator) ?? 1
            : UInt64.random(in: 1...(.max), using: &generator)
    }

    private mutating func number32() -> UInt32? {
        [nil, 1, .max, UInt32.random(in: 1...(.max), using: &generator)].randomElement(
            using: &generator)
            ?? nil
    }

    private mutating func popularity() -> Double? {
        let edges: [Double] = [
            0.1, -0.1, 1, -1, .leastNonzeroMagnitude, -.leastNonzeroMagnitude,
            2.2250738585072014e-308, 1.7976931348623157e308,
            -1.7976931348623157e308, 1e16, 1e15, 123456789012345680, 9007199254740992, 1e-5, 1e22,
            0.30000000000000004, 28.6470588235294, 4294967296,
        ]
        switch number(0...3) {
        case 0: return nil
        case 1: return edges.randomElement(using: &generator)
        default:
            let value = Double(bitPattern: UInt64.random(in: 0...(.max), using: &generator))
            return value.isFinite && value != 0 ? value : nil
        }
    }

    private mutating func moment() -> Timestamp? {
        let edges = [
            Timestamp.minimum.microsecondsSinceEpoch, Timestamp.maximum.microsecondsSinceEpoch, 0,
            -1,
            1, 1_000, -1_000, 999_999, -86_400_000_000, 1_577_836_800_000_000,
        ]
        switch number(0...3) {
        case 0: return nil
        case 1:
            return Timestamp(microsecondsSinceEpoch: edges.randomElement(using: &generator) ?? 0)
        default:
            return Timestamp(
                microsecondsSinceEpoch: Int64.random(in: edges[0]...edges[1], using: &generator))
        }
    }

    mutating func episode() -> Episode {
        var episode = Episode(id: number64(), name: text(atLeast: 1))
        episode.description = text()
        episode.descriptionHTML = text()
        episode.parentName = text()
        episode.domains = Set((0..<number(0...4)).compactMap { _ in number32() }).sorted()
        episode.difficulty = Difficulty.allCases.randomElement(using: &generator) ?? .allLevels
        episode.contentType = text()
        episode.subscriptionType = text()
        episode.releasedAt = moment()
        episode.popularity = popularity()
        episode.durationSeconds = number32()
        episode.videoIdentifier = Bool.random(using: &generator) ? number64() : nil
        for _ in 0..<number(0...4) {
            let feature = text(atLeast: 1)
            if !episode.features.contains(where: { $0.utf8.elementsEqual(feature.utf8) }) {
                episode.features.append(feature)
            }
        }
        episode.uri = text()
        episode.artworkURL = text()
        episode.technology = text()
        episode.contributors = text()
        episode.ordinal = number32()
        episode.streamURL = text()
        return episode
    }

    private mutating func domain() -> Domain {
        var domain = Domain(id: number32() ?? 1, name: text(atLeast: 1))
        domain.slug = text()
        domain.description = text()
        domain.level = text()
        domain.ordinal = number32()
        return domain
    }

    mutating func catalog() -> Catalog {
        var catalog = Catalog()
        catalog.domains = (0..<number(0...3)).map { _ in domain() }
        catalog.episodes = (0..<number(0...12)).map { _ in episode() }
        return catalog
    }
}
