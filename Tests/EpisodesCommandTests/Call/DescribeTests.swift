// Purpose: declarations read as they stand in the proto files.
import MessageJSON
import Testing

@testable import episodes

struct DescribeTests {
    private let schemas = MessageSchemas.compiled

    @Test func `a message reads as its proto`() throws {
        let message = try #require(schemas.messages["episodes.v1.Predicate"])
        #expect(
            ProtoText.message(message, schemas) == """
                message episodes.v1.Predicate {
                  string field = 1;
                  episodes.v1.Predicate.Operator operator = 2;
                  string value = 3;
                  bool exact = 4;
                }

                """)
    }

    @Test func `oneofs and streams are shown`() throws {
        let message = try #require(
            schemas.messages["grpc.reflection.v1.ServerReflectionRequest"])
        let text = ProtoText.message(message, schemas)
        #expect(text.contains("  oneof message_request {\n    string file_by_filename = 3;\n"))
        #expect(text.hasSuffix("  }\n}\n"))
        let method = try #require(schemas.method(named: "StreamEpisodes"))
        #expect(
            ProtoText.method(method, schemas).contains(
                "rpc StreamEpisodes(episodes.v1.StreamEpisodesRequest) returns (stream "
                    + "episodes.v1.StreamEpisodesResponse);"))
    }

    @Test func `declarations are rows too`() throws {
        let method = try #require(schemas.method(named: "StreamEpisodes"))
        #expect(
            DescriptionRows.methods([method]).text(.csv)
                == "method,request,response,client_streaming,server_streaming\r\n"
                + "episodes.v1.EpisodeService/StreamEpisodes,episodes.v1.StreamEpisodesRequest,"
                + "episodes.v1.StreamEpisodesResponse,false,true\r\n")
        let message = try #require(schemas.messages["episodes.v1.Predicate"])
        #expect(DescriptionRows.fields(message).text(.ids) == "field\noperator\nvalue\nexact\n")
        let request = try #require(
            schemas.messages["grpc.reflection.v1.ServerReflectionRequest"])
        #expect(
            DescriptionRows.fields(request).text(.tsv).contains(
                "\nfile_by_filename\t3\tstring\tfalse\tmessage_request\n"))
        let values = try #require(schemas.enums["episodes.v1.Difficulty"])
        #expect(
            DescriptionRows.values(values).text(.tsv).hasPrefix(
                "value\tnumber\nDIFFICULTY_UNSPECIFIED\t0\n"))
    }

    @Test func `names that a server tells cannot drive a terminal`() throws {
        // FileDescriptorProto: 6 service {1 name, 2 method {1 name, 2 input_type}}, 5 enum {1 name}.
        let name = Array("a\u{1B}[2J\nb".utf8)
        func field(_ number: UInt8, _ bytes: [UInt8]) -> [UInt8] {
            [number << 3 | 2, UInt8(bytes.count)] + bytes
        }
        let method = field(2, field(1, name) + field(2, name))
        let file = field(6, field(1, name) + method) + field(5, field(1, name))
        var schemas = MessageSchemas()
        try schemas.add(fileDescriptor: file)
        let service = try #require(schemas.services.first)
        let shown = #"a\e[2J\nb"#
        #expect(
            ProtoText.service(service)
                == "service \(shown) {\n  rpc \(shown)(\(shown)) returns ();\n}\n")
        let enumeration = try #require(schemas.enums.values.first)
        #expect(ProtoText.enumeration(enumeration) == "enum \(shown) {\n}\n")
    }

    @Test func `a server may tell only so much of itself`() throws {
        var budget = ReflectionBudget(timeoutMilliseconds: 3_600_000)
        try budget.checkServices(1_000)
        let many = #expect(throws: Failure.self) { try budget.checkServices(1_001) }
        #expect(many?.message == "the server lists 1001 services; at most 1000 are read")
        try budget.take(16 << 20)
        #expect(throws: Failure.self) { try budget.take(1) }
        #expect(try budget.restMilliseconds() > 0)
        let late = #expect(throws: Failure.self) {
            try ReflectionBudget(timeoutMilliseconds: 0).restMilliseconds()
        }
        #expect(late?.status == "DEADLINE_EXCEEDED")
    }
}
