// Purpose: what goes with a call, and settings that make no sense.
import EpisodeClient
import TestSupport
import Testing

private typealias Message = WireMessage

@Suite(.timeLimit(.minutes(1)))
struct MetadataTests {
    @Test func `pairs of the client and of the call arrive in order, names in lower case`()
        async throws
    {
        let server = try StubServer { _, connection in
            while let frame = connection.readFrame() {
                let pairs = [("tenant", "a"), ("trace-id", "1"), ("tenant", "b")].map { pair in
                    Message().message(5, Message().text(1, pair.0).text(2, pair.1)).bytes
                }
                let isRight = frame.data.suffix(pairs.joined().count) == ArraySlice(pairs.joined())
                connection.reply(
                    frame.stream, data: Message().number(2, isRight ? 1 : 0).asReply)
            }
        }
        let client = try makeClient([server.address]) { $0.metadata = ["Tenant": "a"] }
        var metadata: CallMetadata = ["Trace-Id": "1"]
        metadata.add("TENANT", "b")
        #expect(metadata["tenant"] == ["b"])
        let reply = try await client.catalog(options: CallOptions(metadata: metadata))
        #expect(reply.episodeCount == 1)
    }

    @Test(arguments: ["", "two words", "straße", "a:b"])
    func `a name that is none is INVALID_ARGUMENT and names itself`(name: String) async throws {
        let client = try makeClient(["127.0.0.1:1"])
        let error = await failure {
            try await client.catalog(options: CallOptions(metadata: [name: "x"]))
        }
        #expect(error?.code == .invalidArgument)
        #expect(error?.message.contains("\"\(name)\"") == true)
        #expect(throws: RPCError.self) {
            try client.stream(
                .watchCatalog, [], options: CallOptions(metadata: [name: "x"]))
        }
    }

    @Test func `too much metadata is refused here, as servers refuse it`() async throws {
        let client = try makeClient(["127.0.0.1:1"])
        var many = CallMetadata()
        for _ in 0..<65 { many.add("a", "b") }
        let large: CallMetadata = ["a": String(repeating: "x", count: 8_000)]
        for metadata in [many, large] {
            let error = await failure {
                try await client.catalog(options: CallOptions(metadata: metadata))
            }
            #expect(error?.code == .invalidArgument)
        }
    }

    @Test func `settings that make no sense are named`() throws {
        let changes: [(String, (inout ClientConfiguration) -> Void)] = [
            ("servers", { $0.servers = [] }),
            ("connectionCountPerServer", { $0.connectionCountPerServer = 0 }),
            (
                "streamConnectionCountPerServerMaximum",
                { $0.streamConnectionCountPerServerMaximum = -1 }
            ),
            ("inFlightPerConnectionMaximum", { $0.inFlightPerConnectionMaximum = 0 }),
            ("timeoutMilliseconds", { $0.timeoutMilliseconds = 0 }),
            ("connectTimeoutMilliseconds", { $0.connectTimeoutMilliseconds = -5 }),
            ("reconnecting.firstMilliseconds", { $0.reconnecting.firstMilliseconds = 0 }),
            ("reconnecting.multiplier", { $0.reconnecting.multiplier = .nan }),
            ("reconnecting.jitter", { $0.reconnecting.jitter = 1.5 }),
            ("retries.attemptCountMaximum", { $0.retries.attemptCountMaximum = 0 }),
            ("retries.tokenCountMaximum", { $0.retries.tokenCountMaximum = .infinity }),
            ("retries.tokensPerSuccess", { $0.retries.tokensPerSuccess = -1 }),
            ("ejection.firstMilliseconds", { $0.ejection.firstMilliseconds = 0 }),
        ]
        for (field, change) in changes {
            var configuration = ClientConfiguration(server: "127.0.0.1:1")
            change(&configuration)
            let error = #expect(throws: RPCError.self) { try EpisodeClient(configuration) }
            #expect(error?.code == .invalidArgument)
            #expect(error?.violations.map(\.field) == [field])
        }
    }

    @Test func `methods are found by their paths`() {
        let list = RPCMethod(path: "/episodes.v1.EpisodeService/ListEpisodes")
        #expect(list == .listEpisodes)
        #expect(list?.path == "episodes.v1.EpisodeService/ListEpisodes")
        #expect(RPCMethod(path: "a.B/C") == RPCMethod(service: "a.B", name: "C"))
        for path in ["", "/", "a", "a/", "/a/", "a/b/c", "//a/b"] {
            #expect(RPCMethod(path: path) == nil)
        }
        #expect(Set(RPCMethod.all.map(\.path)).count == 12)
    }
}
