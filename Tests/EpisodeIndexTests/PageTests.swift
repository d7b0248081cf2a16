import EpisodeIndex
import EpisodeModel
import Testing

/// Purpose: orders are total, and pages put together are the whole list.
/// Method: a small catalogue with ties and absent values in every sortable field, walked with
/// every page size in every order of one key and in many of two.
struct PageTests {
    private static func episodes() -> [Episode] {
        (1...23).map { number in
            var episode = Episode(
                id: UInt64(number * 7 % 23 + 1), name: ["Intro", "intro", "Zoë", "Ábc"][number % 4])
            episode.parentName = ["", "Course", "course B"][number % 3]
            episode.difficulty = Difficulty.allCases[number % 4]
            episode.releasedAt =
                number % 5 == 0
                ? nil : Timestamp(seconds: Int64(number % 6 - 3) * 1_000, nanoseconds: 0)
            episode.popularity = number % 4 == 0 ? nil : Double(number % 3) - 1.5
            episode.durationSeconds = number % 3 == 0 ? nil : UInt32(number % 2 + 1)
            episode.ordinal = number % 6 == 0 ? nil : UInt32(number % 5 + 1)
            episode.domains = [UInt32(number % 3 + 1)]
            return episode
        }
    }

    private static let orders: [String] = {
        let single = EpisodeField.sortableNames.flatMap { [$0, "-\($0)"] } + ["relevance"]
        let pairs = single.flatMap { first in
            // A field both ways is refused.
            ["name", "-difficulty", "popularity"].filter { "-" + $0 != first && $0 != "-" + first }
                .map { "\(first),\($0)" }
        }
        return single + pairs
    }()

    private static func walk(
        _ catalogue: SmallCatalogue, _ start: EpisodeQuery, size: Int
    ) throws -> [UInt64] {
        var query = start
        query.pageSize = size
        var walked: [UInt64] = []
        repeat {
            let page = try catalogue.ids(query)
            walked += page
            guard !page.isEmpty else { break }
            query.cursor = catalogue.index.cursor(
                afterRowAt: page.count - 1, of: query, in: catalogue.scratch)
        } while catalogue.scratch.hasMore
        return walked
    }

    @Test(arguments: orders)
    func `Pages of every size put together are one big page`(sort: String) throws {
        let catalogue = SmallCatalogue(Self.episodes())
        let filters: [(String, [UInt32])] = [("", []), ("", [1, 2]), ("intro", []), ("z", [1])]
        for (text, domains) in filters {
            var query = EpisodeQuery()
            query.sort = try SortKey.parse(sort)
            query.text = Array(text.utf8)
            query.domains = domains
            let whole = try Self.walk(catalogue, query, size: 1_000)
            #expect(Int64(whole.count) == catalogue.scratch.totalSize)
            #expect(Set(whole).count == whole.count)
            for size in 1...24 {
                #expect(try Self.walk(catalogue, query, size: size) == whole)
            }
        }
    }

    @Test(arguments: orders)
    func `A page goes on where its row stood, also when the row is gone`(sort: String) throws {
        let all = Self.episodes()
        let catalogue = SmallCatalogue(all)
        let whole = try catalogue.ids(sort: sort)
        for place in whole.indices {
            let rest = SmallCatalogue(all.filter { $0.id != whole[place] })
            var query = EpisodeQuery()
            query.sort = try SortKey.parse(sort)
            query.pageSize = 1_000
            _ = try catalogue.ids(query)
            query.cursor = catalogue.index.cursor(
                afterRowAt: place, of: query, in: catalogue.scratch)
            #expect(try rest.ids(query) == Array(whole[(place + 1)...]))
        }
    }

    @Test func `Absent values come last both ways and ties stand by id`() throws {
        var rows = makeEpisodes(named: ["b", "a", "b", "a", "c"])
        for (place, seconds) in ([10, nil, 5, 10, nil] as [UInt32?]).enumerated() {
            rows[place].durationSeconds = seconds
        }
        let catalogue = SmallCatalogue(rows)
        #expect(try catalogue.ids(sort: "duration") == [3, 1, 4, 2, 5])
        #expect(try catalogue.ids(sort: "-duration") == [1, 4, 3, 2, 5])
        #expect(try catalogue.ids(sort: "-duration,name") == [4, 1, 3, 2, 5])
        #expect(try catalogue.ids(sort: "name,-duration") == [4, 2, 1, 3, 5])
        #expect(try catalogue.ids(sort: "-popularity") == [1, 2, 3, 4, 5])
    }

    @Test func `Names stand by their folded form, then by themselves`() throws {
        let names = ["beta", "Äpfel", "apfel", "Apfel", "Zebra", "ß", "ss"]
        let catalogue = SmallCatalogue(makeEpisodes(named: names))
        #expect(try catalogue.ids(sort: "name") == [4, 3, 2, 1, 7, 6, 5])
    }

    @Test func `Skipping passes over rows after the cursor, however many`() throws {
        let catalogue = SmallCatalogue(Self.episodes())
        let whole = try catalogue.ids(sort: "-released_at")
        for skip in [0, 1, 22, 23, 24, Int(Int32.max), Int.max] {
            var query = EpisodeQuery()
            query.skip = skip
            query.pageSize = 3
            #expect(try catalogue.ids(query) == Array(whole.dropFirst(skip).prefix(3)))
            #expect(catalogue.scratch.totalSize == 23)
            #expect(catalogue.scratch.hasMore == (skip < 20))
        }
        var query = EpisodeQuery()
        query.pageSize = 4
        _ = try catalogue.ids(query)
        query.cursor = catalogue.index.cursor(afterRowAt: 3, of: query, in: catalogue.scratch)
        query.skip = 2
        #expect(try catalogue.ids(query) == Array(whole[6..<10]))
    }

    @Test func `A page of no rows only counts`() throws {
        let catalogue = SmallCatalogue(Self.episodes())
        #expect(try catalogue.ids { $0.pageSize = 0 }.isEmpty)
        #expect(catalogue.scratch.totalSize == 23)
        #expect(!catalogue.scratch.hasMore)
    }

    @Test(arguments: [
        ("name", [Cursor.Key.number(1)]), ("id", [.text([65])]), ("id", []),
        ("id", [.number(1), .number(1)]), ("name,id", [.text([65])]), ("relevance", [.number(1)]),
        ("relevance", [.number(5), .absent]), ("relevance", [.absent, .absent]),
    ])
    func `A cursor of another order is refused`(sort: String, keys: [Cursor.Key]) throws {
        let catalogue = SmallCatalogue(Self.episodes())
        let error = #expect(throws: EpisodeError.self) {
            try catalogue.ids(sort: sort) { $0.cursor = Cursor(keys: keys, id: 3) }
        }
        #expect(error?.field == "page_token")
        #expect(error?.code == .invalidArgument)
    }

    @Test func `A forged cursor stands somewhere in the order`() throws {
        let catalogue = SmallCatalogue(Self.episodes())
        for number in [0, 1, UInt64.max] {
            for sort in ["released_at", "-released_at"] {
                let page = try catalogue.ids(sort: sort) {
                    $0.cursor = Cursor(keys: [.number(number)], id: number)
                }
                #expect(page.count <= 23)
            }
        }
        #expect(
            try catalogue.ids(sort: "name") { $0.cursor = Cursor(keys: [.text([0xFF])], id: 0) }
                .isEmpty)
    }
}
