// Purpose: what people type and read for messages of the contract.
import EpisodeProtocol
import MessageJSON
import Testing

private let request = "episodes.v1.ListEpisodesRequest"

struct MessageJSONTests {
    private func bytes(_ text: String, type: String = request) throws -> [UInt8] {
        try MessageJSON.decode(text, type: type)
    }

    private func problem(_ text: String, type: String = request) -> String {
        let error = #expect(throws: MessageJSONError.self) { try bytes(text, type: type) }
        return error.map { "\($0)" } ?? ""
    }

    @Test func `a request is written as protobuf has it`() throws {
        #expect(
            try bytes(#"{"page_size": 5, "query": "map", "domains": [1, 2]}"#) == [
                0x0A, 2, 1, 2, 0x1A, 3, 0x6D, 0x61, 0x70, 0x28, 5,
            ])
        #expect(try bytes(#"{"pageSize": "5"}"#) == [0x28, 5])
        #expect(try bytes(#"{"pageSize": 5.0, "query": null, "skip": 0}"#) == [0x28, 5])
        #expect(try bytes("{}") == [])
        #expect(
            try bytes(#"{"read_mask": "id,releasedAt"}"#)
                == bytes(#"{"readMask": "id,released_at"}"#))
    }

    @Test func `a message reads back as it was typed`() throws {
        let text =
            #"{"difficulties":["BEGINNER",9],"query":"地图 \"x\"","predicates":[{"field":"name","#
            + #""operator":"BEGINS_WITH","value":"A"}],"readMask":"id,releasedAt","#
            + #""ids":["18446744073709551615"],"skipTotalSize":true,"ifRevisionNot":"7"}"#
        let wire = try bytes(
            text.replacing("\"BEGINNER\"", with: "\"DIFFICULTY_BEGINNER\"")
                .replacing("\"BEGINS_WITH\"", with: "\"OPERATOR_BEGINS_WITH\""))
        let read = try MessageJSON.encode(wire, type: request)
        #expect(
            read
                == text.replacing("\"BEGINNER\"", with: "\"DIFFICULTY_BEGINNER\"")
                .replacing("\"BEGINS_WITH\"", with: "\"OPERATOR_BEGINS_WITH\""))
        #expect(try bytes(read) == wire)
    }

    @Test func `faults name their place and what would be right`() {
        #expect(
            problem(#"{"predicates":[{},{"feild":"x"}]}"#)
                == "predicates[1].feild: is an unknown field (fields here: field, operator, value, "
                + "exact)")
        #expect(
            problem(#"{"page_size":"many"}"#)
                == "page_size: \"many\" is not a whole number from -2147483648 to 2147483647")
        #expect(
            problem(#"{"domains":[1,-1]}"#)
                == "domains[1]: -1 is not a whole number from 0 to 4294967295")
        #expect(problem(#"{"difficulties":["EASY"]}"#).contains("values: DIFFICULTY_UNSPECIFIED"))
        #expect(
            problem(#"{"query":1}"#) == "query: a number stands where a text belongs")
        #expect(problem("{\n  \"query\": x}").hasPrefix("not valid JSON: line 2, column "))
        #expect(
            problem("{}", type: "no.Such") == "there is no message type 'no.Such'")
        #expect(problem(#"{"query":"\ud800"}"#).contains("surrogate"))
    }

    @Test func `what is too deep or too large is refused before it takes memory`() {
        let lists = String(repeating: "[", count: 200_000)
        #expect(problem(lists).contains("nest deeper than 100"))
        let statuses = String(
            repeating: #"{"@type":"x/google.rpc.Status","details":["#, count: 40)
        let text = "{\"details\":[" + statuses + String(repeating: "]}", count: 41)
        #expect(problem(text, type: "google.rpc.Status").contains("nest deeper than 32"))
        #expect(
            problem(String(repeating: " ", count: 17 << 20)).contains("at most 16777216 are read"))
        let values = "{\"ids\":[" + String(repeating: "1,", count: 1_000_001) + "1]}"
        #expect(problem(values).contains("more than 1000000 values"))
    }

    @Test func `methods are found by as much of their name as is unique`() {
        let types = MessageJSON.types(ofMethod: "episodes.v1.EpisodeService/ListEpisodes")
        #expect(types?.request == request)
        #expect(types?.response == "episodes.v1.ListEpisodesResponse")
        for name in [
            "ListEpisodes", "EpisodeService/ListEpisodes",
            "/episodes.v1.EpisodeService/ListEpisodes", "episodes.v1.EpisodeService.ListEpisodes",
        ] {
            #expect(MessageJSON.types(ofMethod: name)?.request == request, "\(name)")
        }
        #expect(MessageJSON.types(ofMethod: "Episodes") == nil)
        #expect(MessageJSON.types(ofMethod: "ServerReflectionInfo") == nil)
        #expect(
            MessageSchemas.compiled.methods(named: "ServerReflectionInfo").count == 2)
        #expect(MessageSchemas.compiled.method(named: "StreamEpisodes")?.isServerStreaming == true)
    }
}
