import Foundation
import TestSupport
import Testing

/// The reference itself needs proof: by another program in another language, and by cases with real
/// rows whose answers people wrote down.
@Suite struct NaiveTextTests {
    private func comparable(_ unit: NaiveText.Unit) -> PythonReference.Answer.Unit {
        .init(
            kind: "\(unit.kind)", text: unit.text,
            forms: unit.forms.sorted { $0.lexicographicallyPrecedes($1) },
            hasSpaceBefore: unit.hasSpaceBefore, isLight: unit.isLight)
    }

    private func comparable(
        _ condition: NaiveText.Condition
    ) -> PythonReference.Answer.Condition {
        .init(
            units: condition.units.map(comparable), isTight: condition.isTight,
            isQuoted: condition.isQuoted, isOpen: condition.isOpen, hasWord: condition.hasWord)
    }

    @Test(.enabled(if: PythonReference.isAvailable), .timeLimit(.minutes(5)))
    func `Units, folding and conditions are those of the reference in Python`() throws {
        var random = RandomText(seed: 7)
        let texts = (0..<4_000).map { _ in random.next() }
        let answers = try PythonReference.answers(for: texts)
        #expect(answers.count == texts.count)
        for (text, answer) in zip(texts, answers) {
            let isSame =
                NaiveText.units(text).map(comparable) == answer.units
                && NaiveText.fold(text) == answer.folded
                && NaiveText.parse(text)?.map(comparable) == answer.conditions
            #expect(isSame, "\(text.debugDescription)")
        }
    }

    private struct Row: Decodable {
        var name: String
        var description, parent_name, technology: String?

        var fields: [[NaiveText.Unit]] {
            [name, description, parent_name, technology].map { NaiveText.units($0 ?? "") }
        }
    }

    private struct Case: Decodable {
        var id, query: String
        var must_find, must_not_find: [String]
    }

    @Test(.enabled(if: SharedData.isAvailable), .timeLimit(.minutes(2)))
    func `The search cases find what they must and nothing they must not`() throws {
        let decoder = JSONDecoder()
        let rows = try decoder.decode(
            [Row].self, from: Data(contentsOf: URL(fileURLWithPath: casesRows)))
        let lines = try String(contentsOfFile: casesPath, encoding: .utf8).split(separator: "\n")
        let cases = try lines.map { try decoder.decode(Case.self, from: Data($0.utf8)) }
        #expect(cases.count >= 65)
        let indexed = rows.map { (name: Array($0.name.utf8), fields: $0.fields) }
        for one in cases where one.query.utf8.count <= 1_024 {
            let conditions = NaiveText.parse(one.query)
            let found = indexed.filter { row in
                guard let conditions else { return true }
                return !conditions.isEmpty && NaiveText.matches(fields: row.fields, conditions)
            }.map(\.name)
            for name in one.must_find {
                #expect(found.contains(Array(name.utf8)), "\(one.id) misses \(name)")
            }
            for name in one.must_not_find {
                #expect(!found.contains(Array(name.utf8)), "\(one.id) finds \(name)")
            }
        }
    }

    private let casesRows = SharedData.path("hardcases/import/seed_flat.json")
    private let casesPath = SharedData.path("hardcases/queries/search_cases.jsonl")
}
