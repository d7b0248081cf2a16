import EpisodeModel
import EpisodeProtocol
import EpisodeService
import RPCCore
import Testing

@Suite struct LookupTests {
    private let episodes = "episodes.v1.EpisodeService"

    private func failure(_ answer: InProcess.Answer) -> RPCError? {
        guard case .failed(let error) = answer else { return nil }
        return error
    }

    @Test func `one episode comes by its id, with the fields asked for`() throws {
        let service = try InProcess([.make(5, "Five") { $0.uri = "rw://5" }])
        let whole = try MessageCoding.decodeGetEpisodeResponse(
            InProcess.bytes(
                service.call(
                    episodes, "GetEpisode", MessageCoding.encodeGetEpisode(id: 5, readMask: []))))
        #expect(whole.name == "Five" && whole.uri == "rw://5")
        let part = try MessageCoding.decodeGetEpisodeResponse(
            InProcess.bytes(
                service.call(
                    episodes, "GetEpisode",
                    MessageCoding.encodeGetEpisode(id: 5, readMask: ["uri"]))))
        #expect(part.name.isEmpty && part.id == 0 && part.uri == "rw://5")
    }

    @Test(arguments: [(UInt64(0), StatusCode.invalidArgument), (6, .notFound)])
    func `an id that cannot be or is not there is an error`(id: UInt64, code: StatusCode) throws {
        let service = try InProcess([.make(5)])
        let error = failure(
            service.call(
                episodes, "GetEpisode", MessageCoding.encodeGetEpisode(id: id, readMask: [])))
        #expect(error?.code == code)
    }

    @Test func `a batch answers in the order asked and lists what is missing`() throws {
        let service = try InProcess((1...9).map { .make($0) })
        let answer = try MessageCoding.decodeBatchGetEpisodesResponse(
            InProcess.bytes(
                service.call(
                    episodes, "BatchGetEpisodes",
                    MessageCoding.encodeBatchGetEpisodes(
                        ids: [7, 3, 100, 7, 1, 200, 100], readMask: []))))
        #expect(answer.episodes.map(\.id) == [7, 3, 1])
        #expect(answer.missingIDs == [100, 200])
    }

    @Test func `a batch of nothing is an empty answer`() throws {
        let service = try InProcess([.make(1)])
        let answer = try MessageCoding.decodeBatchGetEpisodesResponse(
            InProcess.bytes(service.call(episodes, "BatchGetEpisodes", [])))
        #expect(answer.episodes.isEmpty && answer.missingIDs.isEmpty)
    }

    @Test func `a batch over a thousand ids is refused`() throws {
        let service = try InProcess([.make(1)])
        let error = failure(
            service.call(
                episodes, "BatchGetEpisodes",
                MessageCoding.encodeBatchGetEpisodes(ids: Array(1...1_001), readMask: [])))
        #expect(error?.code == .invalidArgument)
        #expect(error?.violations.first?.field == "ids")
    }

    @Test func `a stream URL comes from the row, else from the template, else not at all`() throws {
        let rows = [
            Episode.make(1) {
                $0.videoIdentifier = 10
                $0.streamURL = "https://cdn.example.com/ten.m3u8"
            },
            Episode.make(2) { $0.videoIdentifier = 20 }, Episode.make(3),
        ]
        func url(_ service: InProcess, _ identifier: UInt64) throws -> String {
            try MessageCoding.decodeVideoStreamResponse(
                InProcess.bytes(
                    service.call(
                        episodes, "GetVideoStream",
                        MessageCoding.encodeGetVideoStream(videoIdentifier: identifier))))
        }
        let templated = try InProcess(
            rows, configuration: .init(streamURLTemplate: "https://v.example/{video_identifier}"))
        #expect(try url(templated, 10) == "https://cdn.example.com/ten.m3u8")
        #expect(try url(templated, 20) == "https://v.example/20")
        let bare = try InProcess(rows)
        for identifier: UInt64 in [20, 30, 0] {
            let error = #expect(throws: RPCError.self) { try url(bare, identifier) }
            #expect(error?.code == .notFound)
        }
    }

    @Test func `health knows its services and says when the server drains`() throws {
        let service = try InProcess([.make(1)])
        func status(_ name: String) throws -> Int32 {
            try MessageCoding.decodeHealthCheckResponse(
                InProcess.bytes(
                    service.call(
                        "grpc.health.v1.Health", "Check",
                        MessageCoding.encodeHealthCheck(service: name))))
        }
        #expect(try status("") == 1)
        #expect(try status("episodes.v1.EpisodeService") == 1)
        let error = #expect(throws: RPCError.self) { try status("nonsense") }
        #expect(error?.code == .notFound)
        service.service.beginDraining()
        #expect(try status("") == 2)
    }

    @Test func `the same row twice counts once, the same id with other content is refused`() throws
    {
        #expect(try InProcess.snapshot([.make(1, "A"), .make(1, "A")]).rowCount == 1)
        let error = #expect(throws: EpisodeError.self) {
            try InProcess.snapshot([.make(1, "A"), .make(1, "B")])
        }
        #expect(error?.field == "id")
        #expect(error?.problem.contains("row 1") == true)
    }
}
