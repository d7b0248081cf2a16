// Purpose: the rules on values of a list request, each with the field named in the error.
import EpisodeModel
import EpisodeProtocol
import Testing

@Suite struct `Rules of a list request` {
    @Test func `the empty request is the newest twenty`() throws {
        let list = try decodeList(ListEpisodesRequest())
        #expect(list.query == EpisodeQuery())
        #expect(list.query.pageSize == 20)
        #expect(list.options.selection == .all)
    }

    @Test(arguments: [(0, 20), (1, 1), (1_000, 1_000), (1_001, 1_000), (Int32.max, 1_000)])
    func `a page holds 20 by default and 1,000 at most`(asked: Int32, given: Int) throws {
        var request = ListEpisodesRequest()
        request.pageSize = asked
        #expect(try decodeList(request).query.pageSize == given)
    }

    @Test func `negative sizes are refused`() {
        #expect(listError { $0.pageSize = -1 }?.field == "page_size")
        #expect(listError { $0.skip = .min }?.field == "skip")
    }

    @Test func `a query of 1,024 bytes is the longest`() {
        #expect(listError { $0.query = String(repeating: "é", count: 512) } == nil)
        #expect(listError { $0.query = String(repeating: "é", count: 512) + "a" }?.field == "query")
    }

    @Test func `a NUL in a client's text is refused, not cut off`() {
        #expect(listError { $0.query = "map\0kit" }?.field == "query")
        #expect(listError { $0.features = ["a", "b\0"] }?.field == "features[1]")
    }

    @Test(arguments: ["--popularity", " popularity", "popularity,", "Name", "-relevance", "x", ","])
    func `an unknown order is refused with the orders there are`(sort: String) {
        let error = listError { $0.sort = sort }
        #expect(error?.field == "sort")
    }

    @Test func `the same order is read the same again and again`() throws {
        let decoder = RequestDecoder()
        let orders = ["name", "-name", "id", "duration", "ordinal", "-id", "relevance"]
        for _ in 0..<3 {
            for order in orders + ["difficulty,-id", "-duration,name", "-ordinal"] {
                var (request, query) = (ListEpisodesRequest(), EpisodeQuery())
                request.sort = order
                let bytes = MessageCoding.encode(request)
                _ = try decoder.decodeList(bytes.span.bytes, into: &query)
                #expect(query.sort == (try SortKey.parse(order)))
            }
        }
    }

    @Test(arguments: ["", "Name", "parent", "released_at.seconds", "duration", "name,id", "**"])
    func `a mask path that is no field is refused by its place`(path: String) {
        let error = listError { $0.readMask = ["id", path] }
        #expect(error?.field == "read_mask.paths[1]")
    }

    @Test func `a star or an empty mask is every field`() throws {
        var request = ListEpisodesRequest()
        request.readMask = ["id", "*"]
        #expect(try decodeList(request).options.selection == .all)
        #expect(try decodeList([0x62, 0x00]).options.selection == .all)
    }

    @Test func `predicates are checked with their place`() {
        typealias Condition = ListEpisodesRequest.Condition
        let good = Condition(field: "name", comparison: .contains, value: "a")
        let wrong: [(Condition, String)] = [
            (Condition(field: "x", comparison: .equals, value: "1"), "field"),
            (Condition(field: "id", comparison: .contains, value: "1"), "operator"),
            (Condition(field: "id", comparison: .equals, value: "1.5"), "value"),
            (Condition(field: "name", comparison: .equals, value: ""), "value"),
            (Condition(field: "name", comparison: .beginsWith, value: ""), "value"),
            (Condition(field: "features", comparison: .contains, value: ""), "value"),
            (Condition(field: "name", comparison: .present, value: "a"), "value"),
        ]
        for (condition, part) in wrong {
            let error = listError { $0.predicates = [good, condition] }
            #expect(error?.field == "predicates[1].\(part)")
        }
    }

    @Test func `64 different predicates are the most; repeats do not count`() {
        let conditions = (0...64).map {
            ListEpisodesRequest.Condition(field: "id", comparison: .notEquals, value: "\($0)")
        }
        #expect(listError { $0.predicates = Array(conditions.prefix(64)) } == nil)
        #expect(
            listError { $0.predicates = Array(conditions.prefix(64)) + conditions.prefix(9) } == nil
        )
        #expect(listError { $0.predicates = conditions }?.field == "predicates")
    }

    @Test func `repeated values change nothing and first mentions keep their order`() throws {
        var request = ListEpisodesRequest()
        request.domains = [9, 1, 9]
        request.difficulties = [.advanced, .beginner, .advanced]
        request.contentTypes = ["b", "a", "b", "", "a"]
        request.facets = [.parent, .domain, .parent]
        let query = try decodeList(request).query
        #expect(query.domains == [1, 9])
        #expect(query.difficulties == [.advanced, .beginner])
        #expect(query.contentTypes.strings == ["b", "a", ""])
        #expect(query.facets == [.parent, .domain])
    }

    @Test func `a decoder forgets the request before`() throws {
        let decoder = RequestDecoder()
        var query = EpisodeQuery()
        let full = try GoldenFiles.bytes("list-request")
        _ = try decoder.decodeList(full.span.bytes, into: &query)
        #expect(query != EpisodeQuery())
        let empty: [UInt8] = []
        let options = try decoder.decodeList(empty.span.bytes, into: &query)
        #expect(query == EpisodeQuery())
        #expect(options.selection == .all && options.ifRevisionNot == 0 && options.minRevision == 0)
    }
}
