// Purpose: the JSON form is the canonical one, for the contract and for everything else that proto3
// has. Method: random messages made, spelt and read back by Google's own implementation.
import Foundation
import MessageJSON
import Testing

@Suite(.timeLimit(.minutes(5)))
struct PeerComparisonTests {
    private static func schemas(_ sets: [[UInt8]]) throws -> MessageSchemas {
        var schemas = MessageSchemas()
        for set in sets { schemas.merge(try MessageSchemas(fileDescriptorSet: set)) }
        return schemas
    }

    @Test(arguments: [1, 2, 3])
    func `random messages mean the same in both directions`(seed: Int) throws {
        guard let sets = PythonPeer.sets else { return }
        let schemas = try Self.schemas(sets)
        let rows = try PythonPeer.lines(["make", "\(seed)", "400"]).map {
            try JSONDecoder().decode(PythonPeer.Row.self, from: Data($0.utf8))
        }
        #expect(rows.count == 400)
        #expect(Set(rows.map(\.type)).isSuperset(of: ["zoo.Animal", "google.rpc.Status"]))
        let answered = try rows.map { row in
            var row = row
            let wire = try #require(PythonPeer.bytes(row.wire))
            row.own_wire = PythonPeer.hex(
                try MessageJSON.decode(row.json, type: row.type, schemas: schemas))
            row.own_json = try MessageJSON.encode(
                wire, type: row.type, isIndented: seed.isMultiple(of: 2), schemas: schemas)
            return row
        }
        let verdict = try PythonPeer.lines(["check"], answered)
        #expect(verdict == ["ok 400"])
    }

    private static let refusedByBoth = [
        #"{"oneInt32":2147483648}"#, #"{"oneInt32":1.5}"#, #"{"oneInt32":"1 "}"#,
        #"{"oneInt32":""}"#, #"{"oneInt32":true}"#, #"{"oneUint32":-1}"#,
        #"{"oneUint64":18446744073709551616}"#, #"{"oneInt64":"-9223372036854775809"}"#,
        #"{"oneBool":1}"#, #"{"oneBool":"true"}"#, #"{"oneString":1}"#, #"{"oneBytes":"a"}"#,
        #"{"oneFloat":1e39}"#, #"{"oneDouble":"x"}"#, #"{"oneDouble":1e999}"#,
        #"{"manyInt32":1}"#, #"{"manyInt32":[null]}"#, #"{"manyInt32":[[1]]}"#,
        #"{"child":1}"#, #"{"children":{}}"#, #"{"children":[null]}"#,
        #"{"kind":"KIND_CAT"}"#, #"{"nope":1}"#, #"{"One_int32":1}"#,
        #"{"choiceBool":true,"choiceString":"x"}"#, #"{"oneInt32":1,"oneInt32":2}"#,
        #"{"wellTimestamp":"2020-01-31"}"#, #"{"wellTimestamp":"2020-01-31T08:00:00"}"#,
        #"{"wellTimestamp":"2020-02-30T08:00:00Z"}"#, #"{"wellTimestamp":"0000-01-01T00:00:00Z"}"#,
        #"{"wellDuration":"1"}"#, #"{"wellDuration":"315576000001s"}"#,
        #"{"wellAny":{"value":1}}"#, #"{"wellAny":{"@type":"x/no.Such"}}"#,
        #"{"mapInt64String":{"x":"y"}}"#, #"{"mapStringInt64":{"x":null}}"#, "{", "", "{}x",
    ]

    @Test func `what the reference refuses is refused`() throws {
        guard let sets = PythonPeer.sets else { return }
        let schemas = try Self.schemas(sets)
        for text in Self.refusedByBoth {
            #expect(throws: MessageJSONError.self, "\(text)") {
                try MessageJSON.decode(text, type: "zoo.Animal", schemas: schemas)
            }
        }
        let rows = Self.refusedByBoth.map { PythonPeer.Row(type: "zoo.Animal", json: $0) }
        let answers = try PythonPeer.lines(["refuse"], rows)
        #expect(answers.count == rows.count)
        for (row, answer) in zip(rows, answers) { #expect(answer == "refused", "\(row.json)") }
    }

    @Test(arguments: [
        #"{"child":[]}"#, #"{"kind":true}"#, #"{"oneInt32":1,"one_int32":2}"#,
        #"{"wellDuration":"1.1234567890s"}"#, "[]",
    ])
    func `what the mapping forbids is refused although the reference takes it`(
        text: String
    ) throws {
        guard let sets = PythonPeer.sets else { return }
        let schemas = try Self.schemas(sets)
        #expect(throws: MessageJSONError.self) {
            try MessageJSON.decode(text, type: "zoo.Animal", schemas: schemas)
        }
    }
}
