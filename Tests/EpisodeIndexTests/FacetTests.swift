import EpisodeIndex
import EpisodeModel
import Testing

/// Purpose: which rows pass the filters, and what the counts beside a page say.
/// Method: five rows counted by hand.
struct FacetTests {
    private let catalogue: SmallCatalogue = {
        var rows = makeEpisodes(named: ["One", "Two", "Three", "Four", "Five"])
        let domains: [[UInt32]] = [[1], [1, 2], [2], [10], []]
        let difficulties: [Difficulty] = [.beginner, .beginner, .advanced, .allLevels, .advanced]
        let features = [["video", "text"], ["video"], ["text"], ["video", "text"], []]
        for place in rows.indices {
            rows[place].domains = domains[place]
            rows[place].difficulty = difficulties[place]
            rows[place].features = features[place]
            rows[place].contentType = place < 3 ? "episode" : "article"
            rows[place].subscriptionType = place == 4 ? "" : "free"
            rows[place].parentName = place < 2 ? "Course" : ""
        }
        return SmallCatalogue(rows)
    }()

    @Test func `Values of one facet are alternatives, facets and features add up`() throws {
        #expect(try catalogue.ids { $0.domains = [1, 10, 1] } == [1, 2, 4])
        #expect(try catalogue.ids { $0.domains = [77] } == [])
        #expect(try catalogue.ids { $0.domains = [77, 2] } == [2, 3])
        #expect(
            try catalogue.ids {
                $0.domains = [1, 2]
                $0.difficulties = [.beginner]
            } == [1, 2])
        #expect(try catalogue.ids { $0.features = TextList(["video", "text"]) } == [1, 4])
        #expect(try catalogue.ids { $0.features = TextList(["video", "none"]) } == [])
        #expect(try catalogue.ids { $0.contentTypes = TextList(["article", "x"]) } == [4, 5])
        #expect(try catalogue.ids { $0.contentTypes = TextList(["Article"]) } == [])
        #expect(try catalogue.ids { $0.ids = [4, 2, 4, 99, 0] } == [2, 4])
    }

    @Test func `A facet is counted with its own selection lifted`() throws {
        #expect(try catalogue.facet(.domain) == ["1 2", "2 2", "10 1"])
        #expect(
            try catalogue.facet(.domain) {
                $0.domains = [1]
                $0.difficulties = [.beginner]
            } == ["1 2*", "2 1"])
        #expect(
            try catalogue.facet(.difficulty) {
                $0.domains = [1]
                $0.difficulties = [.advanced]
            } == ["beginner 2", "advanced 0*"])
        #expect(catalogue.scratch.totalSize == 0)
        #expect(
            try catalogue.facet(.contentType) {
                $0.contentTypes = TextList(["article"])
                $0.text = Array("t".utf8)
            } == ["episode 2", "article 0*"])
    }

    @Test func `A feature's count is the total with it added`() throws {
        #expect(
            try catalogue.facet(.feature) { $0.features = TextList(["text"]) }
                == ["text 3*", "video 2"])
        #expect(
            try catalogue.facet(.feature) { $0.features = TextList(["none"]) } == ["none 0*"])
        #expect(
            try catalogue.facet(.feature) { $0.domains = [2] } == ["text 1", "video 1"])
    }

    @Test func `Parents are counted among the matches`() throws {
        #expect(try catalogue.facet(.parent) == ["Course 2"])
        #expect(try catalogue.facet(.parent) { $0.domains = [2] } == ["Course 1"])
        #expect(try catalogue.facet(.parent) { $0.domains = [10] } == [])
    }

    @Test func `Selected values that nothing has are listed with 0`() throws {
        #expect(
            try catalogue.facet(.domain) { $0.domains = [77, 9, 10] }
                == ["1 2", "2 2", "10 1*", "77 0*", "9 0*"])
        #expect(
            try catalogue.facet(.subscriptionType) {
                $0.subscriptionTypes = TextList(["gold", "gold"])
            } == ["free 4", "gold 0*"])
    }

    @Test(.timeLimit(.minutes(1)))
    func `Thousands of selected values, many repeated, are listed once each`() throws {
        let many = (1...20_000).map { UInt32($0 % 10_000 + 3) }
        let listed = try catalogue.facet(.domain) { $0.domains = many }
        #expect(listed.count == 10_000)
        #expect(listed.prefix(2) == ["10 1*", "100 0*"])
        let twoForms = ["e\u{301}", "\u{E9}", "\u{E9}"]
        #expect(
            try catalogue.facet(.feature) { $0.features = TextList(twoForms) }.count == 2)
    }

    @Test func `Counts ignore cursor, skip and page size`() throws {
        #expect(
            try catalogue.facet(.domain) {
                $0.pageSize = 1
                $0.skip = 3
                $0.cursor = Cursor(keys: [.number(4)], id: 4)
            } == ["1 2", "2 2", "10 1"])
        #expect(catalogue.scratch.totalSize == 5)
    }

    @Test func `At most a hundred values are listed, a selected one always`() throws {
        var rows = (1...300).map { Episode(id: UInt64($0), name: "Row") }
        for place in rows.indices { rows[place].domains = [UInt32(place / 2 + 1)] }
        rows[0].domains.append(150)
        let catalogue = SmallCatalogue(rows)
        let values = try catalogue.facet(.domain)
        #expect(values.count == 100)
        #expect(values.prefix(3) == ["150 3", "1 2", "10 2"])
        let selected = try catalogue.facet(.domain) { $0.domains = [99] }
        #expect(selected.count == 100)
        #expect(selected.last == "99 2*")
        #expect(selected.dropLast() == values.dropLast())
        #expect(catalogue.index.allFacetValues().first?.values.count == 150)
    }
}
