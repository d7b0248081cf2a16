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
}
