import EpisodeIndex
import EpisodeModel
import Testing

/// Purpose: look-ups, and catalogues of no and of one row.
/// Method: by hand.
struct CatalogIndexTests {
    @Test func `An empty catalogue answers everything with nothing`() throws {
        let catalogue = SmallCatalogue([])
        #expect(catalogue.index.rowCount == 0)
        #expect(catalogue.index.rowNumber(id: 1) == nil)
        #expect(catalogue.index.rowNumber(videoIdentifier: 1) == nil)
        #expect(catalogue.index.allFacetValues().allSatisfy { $0.values.isEmpty })
        for sort in ["id", "-name", "relevance", "popularity,name"] {
            for text in ["", "map", "\"a b\"", "入门"] {
                #expect(
                    try catalogue.ids(sort: sort) {
                        $0.text = Array(text.utf8)
                        $0.domains = [1]
                        $0.facets = Facet.allCases
                        $0.skip = 5
                    } == [])
                #expect(catalogue.scratch.totalSize == 0)
                #expect(catalogue.scratch.facets.map(\.facet) == Facet.allCases)
                #expect(catalogue.scratch.facets[0].values.map(\.value) == ["1"])
            }
        }
        #expect(try catalogue.ids(where: "name", .notEquals, "a") == [])
    }

    @Test func `Row numbers are popularity ranks`() {
        var rows = makeEpisodes(named: ["a", "b", "c", "d"])
        rows[0].id = 9
        rows[1].popularity = -2
        rows[2].popularity = 7
        let index = SmallCatalogue(rows).index
        #expect(index.insertionNumbers == [2, 1, 3, 0])
        #expect(index.rowNumber(id: 9) == 3)
        #expect(index.rowNumber(id: 3) == 0)
        #expect(index.rowNumber(id: 0) == nil)
        #expect(index.rowNumber(id: .max) == nil)
    }

    @Test func `Of rows with one video the smallest id is found`() {
        var rows = makeEpisodes(named: ["a", "b", "c"])
        rows[1].videoIdentifier = 5
        rows[1].popularity = 1
        rows[2].videoIdentifier = 5
        rows[2].popularity = 9
        let index = SmallCatalogue(rows).index
        #expect(index.rowNumber(videoIdentifier: 5) == index.rowNumber(id: 2))
        #expect(index.rowNumber(videoIdentifier: 0) == nil)
        #expect(index.rowNumber(videoIdentifier: 6) == nil)
    }

    @Test func `All facet values are counted over the whole catalogue`() {
        var rows = makeEpisodes(named: ["a", "b"])
        rows[0].domains = [3]
        rows[1].difficulty = .advanced
        let counts = SmallCatalogue(rows).index.allFacetValues()
        #expect(counts.map(\.facet) == Facet.allCases)
        #expect(counts[0].values.map(\.value) == ["3"])
        #expect(counts[1].values.map(\.value) == ["advanced", "all_levels"])
        #expect(counts[2].values.isEmpty)
    }
}
