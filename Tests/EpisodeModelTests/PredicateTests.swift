import EpisodeModel
import Testing

/// Purpose: a predicate is read by its field's kind, and refused with the part that is wrong.
struct PredicateTests {
    private static func parse(
        _ field: String, _ comparison: Predicate.Operator, _ value: String
    ) throws(EpisodeError) -> Predicate {
        try Predicate.parse(
            fieldName: field, comparison: comparison, value: value, isExact: false,
            path: "predicates[3]")
    }

    @Test(
        arguments: [
            ("name", .beginsWith, "Swift", .text("Swift")),
            ("features", .equals, "video", .text("video")),
            ("id", .equals, "18446744073709551615", .integer(.max)),
            ("duration", .atLeast, "0", .integer(0)),
            ("duration_seconds", .atMost, "4294967295", .integer(4_294_967_295)),
            ("domains", .notEquals, "007", .integer(7)),
            ("popularity", .atLeast, "-1.5e3", .real(-1_500)),
            ("difficulty", .equals, "all_levels", .difficulty(.allLevels)),
            ("difficulty", .equals, "Beginner", .difficulty(.beginner)),
            ("name", .present, "", .none),
            ("released_at", .absent, "", .none),
        ] as [(String, Predicate.Operator, String, Predicate.Value)])
    func `Values are read by the field's kind`(
        field: String, comparison: Predicate.Operator, text: String, value: Predicate.Value
    ) throws {
        let predicate = try Self.parse(field, comparison, text)
        #expect(predicate.value == value)
        #expect(predicate.comparison == comparison)
    }

    @Test func `A date and a moment are timestamps`() throws {
        let day = try #require(Timestamp(rfc3339: "2020-01-31"))
        #expect(try Self.parse("released_at", .atLeast, "2020-01-31").value == .timestamp(day))
    }

    @Test(
        arguments: [
            ("nope", .equals, "x", "field"),
            ("", .equals, "x", "field"),
            ("Name", .equals, "x", "field"),
            ("name ", .equals, "x", "field"),
            ("relevance", .equals, "1", "field"),
            ("name", .atLeast, "x", "operator"),
            ("popularity", .contains, "1", "operator"),
            ("domains", .atMost, "1", "operator"),
            ("difficulty", .beginsWith, "b", "operator"),
            ("released_at", .beginsWith, "2020", "operator"),
            ("id", .equals, "", "value"),
            ("id", .equals, "-1", "value"),
            ("id", .equals, "+1", "value"),
            ("id", .equals, "1.0", "value"),
            ("id", .equals, " 1", "value"),
            ("id", .equals, "\u{661}", "value"),
            ("id", .equals, "18446744073709551616", "value"),
            ("duration", .equals, "4294967296", "value"),
            ("ordinal", .equals, "4294967296", "value"),
            ("domains", .equals, "4294967296", "value"),
            ("popularity", .atLeast, "", "value"),
            ("popularity", .atLeast, "nan", "value"),
            ("popularity", .atLeast, "inf", "value"),
            ("popularity", .atLeast, "1e999", "value"),
            ("popularity", .atLeast, "1,5", "value"),
            ("popularity", .atLeast, " 1", "value"),
            ("popularity", .atLeast, "0x1p4", "value"),
            ("difficulty", .equals, "easy", "value"),
            ("difficulty", .equals, "", "value"),
            ("released_at", .equals, "yesterday", "value"),
            ("name", .present, "x", "value"),
            ("id", .absent, "0", "value"),
        ] as [(String, Predicate.Operator, String, String)])
    func `The part that is wrong is named`(
        field: String, comparison: Predicate.Operator, value: String, part: String
    ) {
        let error = #expect(throws: EpisodeError.self) {
            try Self.parse(field, comparison, value)
        }
        #expect(error?.code == .invalidArgument)
        #expect(error?.field == "predicates[3].\(part)")
        #expect(error?.remedy.isEmpty == false)
    }

    @Test func `Long junk is shown in part only`() {
        let junk = String(repeating: "9", count: 60_000)
        for field in ["id", "popularity", "difficulty", "released_at", junk] {
            let error = #expect(throws: EpisodeError.self) { try Self.parse(field, .equals, junk) }
            #expect((error?.description.utf8.count ?? .max) < 500)
        }
    }

    @Test func `Every field takes presence, and no operator is without a field`() {
        var used: Set<Predicate.Operator> = []
        for field in EpisodeField.allCases {
            #expect(field.operators.contains(.present) && field.operators.contains(.absent))
            #expect(field.operators.contains(.equals) && field.operators.contains(.notEquals))
            used.formUnion(field.operators)
        }
        #expect(used == Set(Predicate.Operator.allCases))
    }
}
