import EpisodeModel

@testable import EpisodeIndex
@testable import TestSupport

/// What a user types: read and found as by the plain rules of the naive engine.
///
/// Input: the query; bytes that are no text become replacement characters, as decoding refuses them.
enum TextQueries {
    private static let byteCountMaximum = 120

    private static let episodes: [Episode] = {
        let names = [
            "Swift from the Ground Up", "MapKit & SwiftUI: 3D maps", "C++ isn't C#", "Größe, naïve",
            "地图 と マップ", "$100 \u{201C}off\u{201D} v5.9", "e\u{301}te\u{301} ÉTÉ ﬁne", "x",
        ]
        return names.enumerated().map { number, name in
            var episode = Episode(id: UInt64(number + 1), name: name)
            episode.description = names[(number + 3) % names.count]
            episode.parentName = number % 2 == 0 ? names[0] : ""
            episode.popularity = Double(number + 1)
            return episode
        }
    }()

    private static let index: CatalogIndex = {
        let builder = IndexBuilder()
        for episode in episodes { builder.add(episode) }
        return builder.finish()
    }()

    nonisolated(unsafe) private static let naive = NaiveEngine(episodes)
    nonisolated(unsafe) private static let scratch = SearchScratch()

    static func run(_ input: UnsafeRawBufferPointer) {
        let text = String(decoding: input.prefix(byteCountMaximum), as: UTF8.self)
        let utf8 = Array(text.utf8)
        require(TextFolding.fold(utf8) == NaiveText.fold(text), "folds differ")
        var query = EpisodeQuery()
        query.text = utf8
        query.sort = [.relevance]
        guard (try? index.search(query, using: scratch)) != nil else {
            return require(false, "a query was refused")
        }
        let expected = naive.answer(query)
        let found = scratch.rows.map { episodes[Int(index.insertionNumbers[Int($0)])].id }
        require(found == expected.ids, "found \(found), not \(expected.ids)")
        require(scratch.totalSize == expected.totalSize, "a total of \(scratch.totalSize)")
    }

    static func seeds() -> [[UInt8]] {
        [
            "", " ", "swift", "\"swift ui", "c++", "map-kit & \"3D maps\"", "isn't", "größe",
            "地图", "v5.9 $100", "\u{201C}off\u{201D}", "e\u{301}", "\u{1F468}\u{200D}\u{1F469}",
            "a\u{300}\u{301}\u{302}", "\u{FFFD}", "\u{FB01}ne", "\u{1112}\u{1161}\u{11AB}",
        ].map { Array($0.utf8) }
    }
}
