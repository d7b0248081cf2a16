import CommandLineKit
import EpisodeModel
import EpisodeProtocol

/// Reads the short form of a condition, such as `name^=Intro` or `video_identifier?`.
enum WhereCondition {
    /// Longer operators first, so that `==` is never taken for `=`.
    private static let operators: [(text: String, comparison: Predicate.Operator, exact: Bool)] = [
        ("==", .equals, true), ("!=", .notEquals, false), ("^=", .beginsWith, false),
        ("*=", .contains, false), (">=", .atLeast, false), ("<=", .atMost, false),
        ("=", .equals, false),
    ]

    /// - Throws: one line that says what is wrong with this condition.
    static func parse(_ text: String) throws(UsageError) -> ListEpisodesRequest.Condition {
        let field = text.prefix { ("a"..."z").contains($0) || $0 == "_" }
        let rest = text.dropFirst(field.count)
        guard EpisodeField(name: field) != nil else {
            let names = EpisodeField.allCases.map(\.name)
            throw fault(
                text,
                "begins with no known field"
                    + NearestName.hint(String(field), in: names)
                    + " (fields: \(names.joined(separator: ", ")))")
        }
        let condition = try condition(String(field), rest, text)
        try checkOperator(of: condition, text)
        do throws(EpisodeError) {
            _ = try Predicate.parse(
                fieldName: condition.field, comparison: condition.comparison,
                value: condition.value, isExact: condition.isExact, path: "condition")
        } catch {
            throw fault(text, "is not possible: \(error.problem); \(error.remedy)")
        }
        return condition
    }

    /// Says it with the signs that people type; the model would say it with the wire's names.
    private static func checkOperator(
        of condition: ListEpisodesRequest.Condition, _ text: String
    ) throws(UsageError) {
        guard let field = EpisodeField(name: condition.field),
            !field.operators.contains(condition.comparison)
        else { return }
        let known = field.operators.map(sign).joined(separator: " ")
        throw fault(
            text,
            "is not possible: \(sign(condition.comparison)) does not apply to "
                + "\(field.name); use one of \(known)")
    }

    private static func sign(_ comparison: Predicate.Operator) -> String {
        switch comparison {
        case .present: "?"
        case .absent: "!?"
        default: operators.first { $0.comparison == comparison && !$0.exact }?.text ?? ""
        }
    }

    private static func condition(
        _ field: String, _ rest: Substring, _ text: String
    ) throws(UsageError) -> ListEpisodesRequest.Condition {
        // The condition carries the full name, whatever short name was typed.
        let name = EpisodeField(name: field)?.name ?? field
        if rest == "?" { return .init(field: name, comparison: .present) }
        if rest == "!?" { return .init(field: name, comparison: .absent) }
        guard let match = operators.first(where: { rest.hasPrefix($0.text) }) else {
            throw fault(
                text, "has no operator after '\(field)'; use one of = == != ^= *= >= <= ? !?")
        }
        let value = String(rest.dropFirst(match.text.count))
        guard !value.isEmpty else {
            throw fault(
                text, "compares with nothing; '\(field)!?' finds episodes without a value")
        }
        return .init(
            field: name, comparison: match.comparison, value: value, isExact: match.exact)
    }

    private static func fault(_ text: String, _ problem: String) -> UsageError {
        UsageError("--where: '\(TextEscaping.escaped(String(text.prefix(64))))' \(problem)")
    }
}
