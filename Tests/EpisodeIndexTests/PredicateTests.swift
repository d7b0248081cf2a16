import EpisodeIndex
import EpisodeModel
import Testing

/// Purpose: every operator on every kind of field, with absent values.
/// Method: four rows, of which the last has nothing but a name.
struct PredicateTests {
    private let catalogue: SmallCatalogue = {
        var rows = makeEpisodes(named: ["Café Society", "MapKit", "cafe", "Zebra"])
        for place in 0..<3 {
            rows[place].durationSeconds = UInt32(place + 1) * 10
            rows[place].popularity = Double(place) - 1.5
            rows[place].releasedAt = Timestamp(seconds: Int64(place) * 86_400, nanoseconds: 0)
            rows[place].videoIdentifier = UInt64(place + 5)
            rows[place].domains = [1, UInt32(place + 2)]
            rows[place].features = ["Vidéo", "f\(place)"]
            rows[place].difficulty = place == 0 ? .beginner : .advanced
            rows[place].contentType = place == 0 ? "Épisode" : "article"
            rows[place].uri = "https://a.example/\(place)"
            rows[place].description = "Some text about ÄRGER \(place)"
        }
        return SmallCatalogue(rows)
    }()

    @Test(arguments: [
        ("name", Predicate.Operator.equals, "CAFE", [3] as [UInt64]),
        ("name", .beginsWith, "café", [1, 3]), ("name", .contains, "KIT", [2]),
        ("name", .notEquals, "cafe", [1, 2, 4]), ("uri", .beginsWith, "HTTPS://A", [1, 2, 3]),
        ("uri", .notEquals, "https://a.example/1", [1, 3, 4]), ("uri", .contains, "/2", [3]),
        ("description", .contains, "arger 1", [2]), ("description", .equals, "arger", []),
        ("content_type", .equals, "episode", [1]), ("content_type", .notEquals, "ARTICLE", [1, 4]),
        ("content_type", .beginsWith, "ART", [2, 3]), ("features", .equals, "video", [1, 2, 3]),
        ("features", .notEquals, "F1", [1, 3, 4]), ("features", .contains, "2", [3]),
        ("duration_seconds", .equals, "20", [2]), ("duration_seconds", .equals, "0", []),
        ("duration_seconds", .notEquals, "20", [1, 3, 4]),
        ("duration_seconds", .atLeast, "11", [2, 3]), ("duration_seconds", .atMost, "20", [1, 2]),
        ("duration_seconds", .atMost, "4294967295", [1, 2, 3]), ("id", .atLeast, "3", [3, 4]),
        ("popularity", .atLeast, "-0.5", [2, 3]), ("popularity", .atMost, "-0.6", [1]),
        ("released_at", .atLeast, "1970-01-02", [2, 3]),
        ("released_at", .equals, "1970-01-01T00:00:00Z", [1]),
        ("video_identifier", .equals, "6", [2]), ("domains", .equals, "1", [1, 2, 3]),
        ("domains", .notEquals, "3", [1, 3, 4]), ("domains", .equals, "9", []),
        ("difficulty", .equals, "advanced", [2, 3]), ("difficulty", .equals, "all_levels", [4]),
        ("difficulty", .notEquals, "beginner", [2, 3, 4]),
    ])
    func `Values are compared folded and by kind`(
        field: String, comparison: Predicate.Operator, value: String, expected: [UInt64]
    ) throws {
        #expect(try catalogue.ids(where: field, comparison, value) == expected)
    }

    @Test(arguments: EpisodeField.allCases)
    func `Present and absent are each other's opposite`(field: EpisodeField) throws {
        let present = try catalogue.ids(where: field.name, .present)
        let absent = try catalogue.ids(where: field.name, .absent)
        #expect((present + absent).sorted() == [1, 2, 3, 4])
        switch field {
        case .id, .name: #expect(absent.isEmpty)
        case .parentName, .subscriptionType, .ordinal, .artworkURL, .technology, .contributors,
            .descriptionHTML:
            #expect(present.isEmpty)
        default: #expect(absent == [4])
        }
    }

    @Test func `An exact comparison folds nothing`() throws {
        #expect(try catalogue.ids(where: "name", .equals, "cafe", isExact: true) == [3])
        #expect(try catalogue.ids(where: "name", .beginsWith, "cafe", isExact: true) == [3])
        #expect(try catalogue.ids(where: "name", .contains, "kit", isExact: true) == [])
        #expect(try catalogue.ids(where: "features", .equals, "video", isExact: true) == [])
        #expect(
            try catalogue.ids(where: "content_type", .notEquals, "article", isExact: true) == [
                1, 4,
            ]
        )
    }

    @Test(arguments: ["", "\u{200B}", "\u{301}"])
    func `A text of which nothing is left to compare is refused`(value: String) {
        for field in ["name", "uri", "features", "content_type"] {
            for comparison in [Predicate.Operator.equals, .beginsWith, .contains] {
                let error = #expect(throws: EpisodeError.self) {
                    try catalogue.ids(where: field, comparison, value)
                }
                #expect(error?.field == "predicates[0].value")
            }
        }
    }

    @Test func `Predicates and filters add up`() throws {
        let ids = try catalogue.ids { query in
            query.domains = [2, 3]
            query.facets = [.domain]
            for (name, comparison, value) in [
                ("name", Predicate.Operator.contains, "a"), ("duration_seconds", .atLeast, "20"),
            ] {
                query.predicates.append(
                    try .parse(
                        fieldName: name, comparison: comparison, value: value, isExact: false,
                        path: "p"))
            }
        }
        #expect(ids == [2])
        #expect(catalogue.scratch.facets[0].values.map(\.value) == ["1", "3", "4", "2"])
    }
}
