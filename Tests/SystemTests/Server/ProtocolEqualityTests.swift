import EpisodeModel
import EpisodeProtocol
import Foundation
import TestSupport
import Testing

/// Purpose: whoever asks gets the same answer over both protocols, byte for byte in the message, and
/// the same status where there is none.
/// Method: random requests, repeatable by their seed, right ones and wrong ones, to one server.
@Suite(.timeLimit(.minutes(5)))
struct ProtocolEqualityTests {
    private static let words = [
        "introduction", "map", "swift", "a", "tests", "server", "nothing-has-this", "", "the end",
    ]
    private static let sorts = [
        "", "id", "-id", "name", "-popularity,name", "released_at", "relevance", "nonsense",
    ]
    private static let masks: [[String]] = [[], ["*"], ["id", "name"], ["domains"], ["none"]]

    private static func request(_ random: inout SeededGenerator) -> ListEpisodesRequest {
        var request = ListEpisodesRequest()
        request.query = words.randomElement(using: &random) ?? ""
        request.sort = sorts.randomElement(using: &random) ?? ""
        request.pageSize = Int32.random(in: -1...60, using: &random)
        request.readMask = masks.randomElement(using: &random) ?? []
        request.skip = Bool.random(using: &random) ? 0 : Int32.random(in: 0...30, using: &random)
        request.facets = Bool.random(using: &random) ? [] : [.domain, .difficulty]
        request.skipTotalSize = Bool.random(using: &random)
        if Bool.random(using: &random) {
            request.domains = [UInt32.random(in: 0...12, using: &random)]
        }
        if Int.random(in: 0..<8, using: &random) == 0 { request.pageToken = "broken" }
        if Int.random(in: 0..<8, using: &random) == 0 { request.ifRevisionNot = 1 }
        return request
    }

    @Test(arguments: ["epoll", "dispatch"])
    func `random requests have equal answers over both protocols`(readiness: String) throws {
        let server = try ServerProcess(
            catalog: Program.sampleCatalog, ["--readiness", readiness])
        let grpc = try GRPCConnection(to: server.address)
        let native = try RawConnection(to: server.address)
        grpc.send(HTTP2Bytes.windowUpdate(0, 1 << 30))
        var random = SeededGenerator(seed: 20_261_130)
        var (answered, refused) = (0, 0)
        for number in 0..<400 {
            let payload = MessageCoding.encode(Self.request(&random))
            let stream = UInt32(1 + 2 * number)
            grpc.send(HTTP2Bytes.call(stream, GRPCConnection.list, payload))
            native.send(Wire.call(stream: stream, payload: payload))
            grpc.send(HTTP2Bytes.windowUpdate(stream, 1 << 20))
            let outcome = grpc.outcome(stream)
            let frame = try #require(native.readFrame())
            #expect(outcome.status == frame.statusCode)
            if outcome.status == 0 {
                answered += 1
                let message = try #require(outcome.messages.first)
                #expect(frame.data == (message.isEmpty ? [] : Wire.field(2, message)))
            } else {
                refused += 1
                #expect(try Self.details(outcome) == Self.status(frame.data))
            }
        }
        #expect(answered > 100 && refused > 20)
    }

    /// The google.rpc.Status of the trailers.
    private static func details(_ outcome: HTTP2Reader.Outcome) throws -> [UInt8] {
        let text = try #require(outcome.field("grpc-status-details-bin"))
        let padding = String(repeating: "=", count: (4 - text.utf8.count % 4) % 4)
        return Array(try #require(Data(base64Encoded: text + padding)))
    }

    /// The google.rpc.Status of a native answer: its one field, behind a tag and a length.
    private static func status(_ data: [UInt8]) -> [UInt8] {
        Array(data.dropFirst(data[1] < 0x80 ? 2 : 3))
    }
}
