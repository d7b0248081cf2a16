// Purpose: a call is checked before anything is connected, and its grpcurl line is safe to paste.
import CommandLineKit
import Testing

@testable import episodes

struct CallPlanTests {
    private func plan(_ words: [String]) throws -> (CallPlan, Settings) {
        let invocation = try EpisodesTable.table.parse(
            arguments: ["call"] + words, environment: [:])
        guard case .command(let command) = invocation else { throw UsageError("no command") }
        let settings = try Settings(command, environment: [:], terminalWidth: nil)
        return (try CallPlan(command, settings), settings)
    }

    @Test(arguments: [
        (["Nope"], "METHOD: there is no method 'Nope' ("),
        (
            ["LsitEpisodes"],
            "METHOD: there is no method 'LsitEpisodes'; did you mean 'ListEpisodes'?"
        ),
        (["Info"], "METHOD: there is no method 'Info'"),
        (
            ["ServerReflectionInfo"],
            "METHOD: 'ServerReflectionInfo' can be grpc.reflection.v1.ServerReflection/"
        ),
        (
            ["grpc.reflection.v1.ServerReflection/ServerReflectionInfo"],
            "METHOD: grpc.reflection.v1.ServerReflection/ServerReflectionInfo takes a stream"
        ),
        (["ListEpisodes", "-d", "{"], "--data: not valid JSON: line 1, column 2: "),
        (["ListEpisodes", "-d", "{\"x\":1}"], "--data: x: is an unknown field"),
        (["ListEpisodes", "--meta", "x"], "--meta: 'x' is not KEY=VALUE"),
        (["ListEpisodes", "--meta", "grpc-x=1"], "--meta: 'grpc-x=1' is not KEY=VALUE"),
        (["ListEpisodes", "--meta", "x=é"], "--meta: the value of 'x' may hold printable ASCII"),
    ])
    func `a wrong call is refused`(words: [String], message: String) {
        let error = #expect(throws: UsageError.self) { try plan(words) }
        #expect(error?.message.hasPrefix(message) == true, "\(error?.message ?? "")")
    }

    @Test func `the grpcurl line is quoted for a shell`() throws {
        let (plan, settings) = try plan([
            "ListEpisodes", "-d", #"{"query":"it's \"so\" $HOME `x`"}"#, "--meta", "trace=a b",
            "--timeout", "1500ms",
        ])
        let call = try plan.plannedCall()
        #expect(
            GRPCurlLine.text(call, try call.request(), settings)
                == "grpcurl -plaintext -max-time 1.5 -H 'trace: a b' -d "
                + #"'{"query":"it'\''s \"so\" $HOME `x`"}'"#
                + " 127.0.0.1:50051 episodes.v1.EpisodeService/ListEpisodes")
        #expect(GRPCurlLine.quoted("") == "''")
    }

    @Test func `a unix socket is named as grpcurl wants it`() throws {
        let (plan, settings) = try plan(["GetCatalog", "--server", "unix:/run/e.sock"])
        let call = try plan.plannedCall()
        #expect(
            GRPCurlLine.text(call, try call.request(), settings)
                == "grpcurl -plaintext -max-time 10 -d '{}' -unix /run/e.sock "
                + "episodes.v1.CatalogService/GetCatalog")
    }

    @Test func `field masks are spelled as grpcurl takes them`() throws {
        let (plan, settings) = try plan([
            "StreamEpisodes", "-d", #"{"request":{"readMask":"id,releasedAt"}}"#,
        ])
        let call = try plan.plannedCall()
        #expect(
            GRPCurlLine.text(call, try call.request(), settings).contains(
                #" -d '{"request":{"readMask":{"paths":["id","released_at"]}}}' "#))
    }

    @Test func `lengths stand before the messages of a stream`() {
        #expect(RawReply.delimited([7, 8]) == [2, 7, 8])
        #expect(RawReply.delimited([UInt8](repeating: 1, count: 300)).prefix(3) == [0xAC, 2, 1])
    }
}
