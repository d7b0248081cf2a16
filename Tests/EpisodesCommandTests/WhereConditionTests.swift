// Purpose: the short form of conditions and what is said about wrong ones.
import CommandLineKit
import EpisodeModel
import EpisodeProtocol
import Testing

@testable import episodes

private typealias Condition = ListEpisodesRequest.Condition

struct WhereConditionTests {
    @Test(arguments: [
        ("name=Maps", Condition(field: "name", comparison: .equals, value: "Maps")),
        (
            "name==Maps",
            Condition(field: "name", comparison: .equals, value: "Maps", isExact: true)
        ),
        ("name!=Maps", Condition(field: "name", comparison: .notEquals, value: "Maps")),
        ("name^=Intro", Condition(field: "name", comparison: .beginsWith, value: "Intro")),
        ("name*= a=b ", Condition(field: "name", comparison: .contains, value: " a=b ")),
        (
            "popularity>=0.5",
            Condition(field: "popularity", comparison: .atLeast, value: "0.5")
        ),
        (
            "released_at<=2020-01-31",
            Condition(field: "released_at", comparison: .atMost, value: "2020-01-31")
        ),
        ("video_identifier?", Condition(field: "video_identifier", comparison: .present)),
        ("parent_name!?", Condition(field: "parent_name", comparison: .absent)),
        ("name=?", Condition(field: "name", comparison: .equals, value: "?")),
        (
            "duration>=60",
            Condition(field: "duration_seconds", comparison: .atLeast, value: "60")
        ),
    ])
    func `a condition is a field, an operator and a value`(
        text: String, condition: ListEpisodesRequest.Condition
    ) throws {
        #expect(try WhereCondition.parse(text) == condition)
    }

    @Test(arguments: [
        ("nam^=x", "--where: 'nam^=x' begins with no known field; did you mean 'name'?"),
        ("", "--where: '' begins with no known field"),
        ("=x", "--where: '=x' begins with no known field"),
        ("name", "--where: 'name' has no operator after 'name'; use one of"),
        ("name~x", "--where: 'name~x' has no operator"),
        ("name=", "--where: 'name=' compares with nothing; 'name!?' finds"),
        ("popularity^=3", "--where: 'popularity^=3' is not possible: ^= does not apply to"),
        ("duration>=long", "--where: 'duration>=long' is not possible: 'long' is not a value"),
        ("released_at>=2020-13-01", "--where: 'released_at>=2020-13-01' is not possible"),
        ("name\u{1B}[2J=x", "--where: 'name\\e[2J=x' has no operator"),
    ])
    func `a wrong condition is one clear line`(text: String, message: String) {
        let error = #expect(throws: UsageError.self) { try WhereCondition.parse(text) }
        #expect(error?.message.hasPrefix(message) == true, "\(error?.message ?? "none")")
    }
}
