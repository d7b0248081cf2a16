// Purpose: each method of the client against a peer that answers with bytes built by hand.
import EpisodeClient
import EpisodeModel
import EpisodeProtocol
import RPCCore
import TestSupport
import Testing

private typealias Message = WireMessage

private func connect(
    _ answer: @escaping @Sendable (String, [UInt8], Int) -> [UInt8]
) async throws -> EpisodeClient {
    try await EpisodeClient.connect(
        to: ScriptedPeer(answering: answer).address, timeoutMilliseconds: 20_000)
}

@Suite(.timeLimit(.minutes(1)))
struct MethodTests {
    @Test func `a list carries the request and brings back the page`() async throws {
        let client = try await connect { method, payload, _ in
            let isRight = payload == Message().text(3, "map").number(5, 2).bytes
            guard method == "episodes.v1.EpisodeService/ListEpisodes", isRight else {
                return Message.status(3, "\(method) \(payload)")
            }
            return Message()
                .message(1, Message().number(1, 7).text(2, "MapKit").number(6, 2).real(10, 1.5))
                .text(2, "next").number(3, 12)
                .message(
                    4,
                    Message().number(1, 2)
                        .message(2, Message().text(1, "beginner").number(3, 5).number(4, 1))
                )
                .number(5, 3).asReply
        }
        var request = ListEpisodesRequest()
        request.query = "map"
        request.pageSize = 2
        let page = try await client.listEpisodes(request)
        #expect(page.episodes.map(\.name) == ["MapKit"])
        #expect(page.episodes.first?.difficulty == .intermediate)
        #expect(page.episodes.first?.popularity == 1.5)
        #expect(page.nextPageToken == "next")
        #expect(page.totalSize == 12)
        #expect(page.revision == 3)
        #expect(page.facets.first?.facet == .difficulty)
        #expect(page.facets.first?.values.first?.count == 5)
        #expect(page.facets.first?.values.first?.isSelected == true)
        #expect(client.hasHeardServer)
    }

    @Test func `a stream carries the request and brings back its batches, then its status`()
        async throws
    {
        let peer = try ScriptedPeer { connection in
            guard let frame = connection.readFrame() else { return }
            let request = frame.request
            let isRight =
                request.method == "StreamEpisodes"
                && request.payload == Message().message(1, Message().text(3, "map")).bytes
            guard isRight else { return connection.reply(frame.stream, data: []) }
            for id in 1...2 {
                let batch = Message().message(1, Message().number(1, id)).number(2, 9).bytes
                connection.write(
                    PeerConnection.header(stream: 1, type: 3, dataByteCount: batch.count) + batch)
            }
            connection.reply(frame.stream, data: Message.status(14, "stopping"))
            connection.waitForEnd()
        }
        var configuration = ClientConfiguration(server: peer.address)
        configuration.streamConnectionCountPerServerMaximum = 0
        let client = try EpisodeClient(configuration)
        var request = ListEpisodesRequest()
        request.query = "map"
        var ids: [UInt64] = []
        let error = await failure {
            for try await batch in try client.streamEpisodes(request) {
                #expect(batch.revision == 9)
                ids += batch.episodes.map(\.id)
            }
        }
        #expect(ids == [1, 2])
        #expect(error?.code == .unavailable)
    }

    @Test func `the small methods ask the right names and read their answers`() async throws {
        let client = try await connect { method, payload, _ in
            switch method {
            case "episodes.v1.EpisodeService/GetEpisode":
                guard payload == Message().number(1, 9).bytes else { break }
                return Message().message(1, Message().number(1, 9).text(2, "nine")).asReply
            case "episodes.v1.EpisodeService/BatchGetEpisodes":
                return Message().message(1, Message().number(1, 9).text(2, "nine")).number(2, 8)
                    .asReply
            case "episodes.v1.EpisodeService/GetFilterOptions":
                return Message().message(2, Message().number(1, 1).text(2, "iOS").text(3, "ios"))
                    .asReply
            case "episodes.v1.EpisodeService/GetVideoStream":
                return Message().text(1, "https://example.org/9.m3u8").asReply
            case "episodes.v1.CatalogService/GetCatalog":
                return Message().number(1, 4).number(2, 127).text(4, "file.json").asReply
            case "grpc.health.v1.Health/Check":
                return Message().number(1, 1).asReply
            default: break
            }
            return Message.status(12, method)
        }
        #expect(try await client.getEpisode(id: 9).name == "nine")
        let batch = try await client.batchGetEpisodes(ids: [8, 9])
        #expect(batch.episodes.map(\.id) == [9])
        #expect(batch.missingIDs == [8])
        #expect(try await client.filterOptions().domains.map(\.slug) == ["ios"])
        #expect(
            try await client.videoStreamURL(videoIdentifier: 9) == "https://example.org/9.m3u8")
        #expect(try await client.catalog().episodeCount == 127)
        #expect(try await client.health() == .serving)
    }

    @Test func `violations of a bad request are told field by field`() async throws {
        let client = try await connect { _, _, _ in
            Message.status(
                3, "two fields are wrong",
                violations: [("sort", "unknown key"), ("predicates[0].value", "not a number")])
        }
        let error = await failure { try await client.listEpisodes(ListEpisodesRequest()) }
        #expect(
            error
                == RPCError(
                    .invalidArgument, "two fields are wrong",
                    violations: [
                        .init(field: "sort", description: "unknown key"),
                        .init(field: "predicates[0].value", description: "not a number"),
                    ]))
    }

    @Test func `a reply that is no such message is INTERNAL and the next call works`()
        async throws
    {
        let client = try await connect { _, _, number in
            number == 0
                ? [0x12, 3, 0x0A, 99, 1] : Message().number(1, 1).asReply
        }
        let error = await failure { try await client.listEpisodes(ListEpisodesRequest()) }
        #expect(error?.code == .internalError)
        #expect(error?.message.hasPrefix("the server's reply to ListEpisodes is not valid") == true)
        #expect(try await client.health() == .serving)
    }

    @Test func `pages are walked until the token is empty, short pages included`() async throws {
        let client = try await connect { _, payload, number in
            let asked =
                number == 0
                ? Message().number(16, 40).bytes : Message().text(6, "t\(number)").bytes
            guard payload == asked else { return Message.status(3, "\(payload)") }
            let rows = (0..<[2, 0, 1][number]).reduce(Message()) { message, row in
                message.message(1, Message().number(1, number * 10 + row + 1).text(2, "n"))
            }
            return (number < 2 ? rows.text(2, "t\(number + 1)") : rows).asReply
        }
        var request = ListEpisodesRequest()
        request.skip = 40
        var ids: [[UInt64]] = []
        for try await page in client.pages(request) { ids.append(page.episodes.map(\.id)) }
        #expect(ids == [[1, 2], [], [21]])
    }

    @Test func `a server that repeats its token ends the walk with an error`() async throws {
        let client = try await connect { _, _, _ in Message().text(2, "same").asReply }
        var pageCount = 0
        let error = await failure {
            for try await _ in client.pages(ListEpisodesRequest()) { pageCount += 1 }
        }
        #expect(pageCount == 1)
        #expect(error?.code == .internalError)
    }

    @Test(arguments: ["", "localhost", "127.0.0.1:", "127.0.0.1:99999", "unix:", "::1:5"])
    func `an address that is none is INVALID_ARGUMENT`(address: String) async {
        let error = await failure { try await EpisodeClient.connect(to: address) }
        #expect(error?.code == .invalidArgument)
    }

    @Test func `a closed port is UNAVAILABLE`() async throws {
        let port = try ScriptedPeer.freePort()
        let error = await failure { try await EpisodeClient.connect(to: "127.0.0.1:\(port)") }
        #expect(error?.code == .unavailable)
    }
}
