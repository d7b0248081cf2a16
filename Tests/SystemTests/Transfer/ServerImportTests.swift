import EpisodeModel
import EpisodeProtocol
import Foundation
import Synchronization
import TestSupport
import Testing

/// What a hand-made server was sent; it answers upserts, and refuses from a number on.
private final class UpsertPeer: Sendable {
    struct Call: Sendable {
        var byteCount: Int
        var request: UpsertRequest
    }

    private let log = Mutex<[Call]>([])
    private let refusedFrom: Int
    var calls: [Call] { log.withLock { $0 } }

    init(refusesFrom number: Int = .max) { refusedFrom = number }

    func address() throws -> String {
        try ScriptedPeer { [self] method, payload, _ in answer(method, payload) }.address
    }

    private func answer(_ method: String, _ payload: [UInt8]) -> [UInt8] {
        guard method == "episodes.v1.CatalogService/UpsertEpisodes",
            let request = try? RequestDecoder().decodeUpsert(payload.span.bytes)
        else { return WireMessage.status(12, method) }
        let number = log.withLock {
            $0.append(Call(byteCount: payload.count, request: request))
            return $0.count
        }
        guard number < refusedFrom else { return WireMessage.status(7, "edits are not allowed") }
        return WireMessage().number(1, number).number(2, request.episodes.count).asReply
    }
}

/// `episodes import` to a server: batches, all rows once, and nothing at all of a bad file.
@Suite(.timeLimit(.minutes(5)))
struct ServerImportTests {
    private func run(
        _ peer: UpsertPeer, _ arguments: [String], input: String? = nil
    ) throws -> Program.Result {
        try Program.run(
            Program.url("episodes"), ["--server", try peer.address(), "import"] + arguments,
            input: input.map { Data($0.utf8) })
    }

    private static func rows(_ count: Int, byteCount: Int) -> String {
        let text = String(repeating: "x", count: byteCount)
        return "id,name,description\n" + (1...count).map { "\($0),n\($0),\(text)\n" }.joined()
    }

    @Test func `every row and domain arrives once, in batches that fit`() throws {
        let peer = UpsertPeer()
        let domains =
            "{\"domain\":{\"id\":1,\"name\":\"a\"}}\n{\"domain\":{\"id\":1,\"name\":\"b\"}}\n"
        let big = String(repeating: "x", count: 1_000_000)
        let lines = (1...9).map { "{\"id\":\($0),\"name\":\"n\",\"description\":\"\(big)\"}\n" }
        let result = try run(peer, ["-", "-o", "jsonl"], input: domains + lines.joined())
        #expect(result.status == 0, "\(result.errors)")
        #expect(
            result.output
                == #"{"rows":"9","bad_rows":"0","domains":"1","created":"9","updated":"0","#
                + #""deleted":"0","unchanged":"0","revision":"3"}"# + "\n")
        #expect(peer.calls.flatMap { $0.request.episodes.map(\.id) } == Array(1...9))
        #expect(peer.calls.flatMap { $0.request.domains.map(\.name) } == ["b"])
        #expect(peer.calls.allSatisfy { $0.byteCount <= 4_194_304 - 1_024 })
    }

    @Test func `many tiny rows make no batch with too many fields`() throws {
        let peer = UpsertPeer()
        let text = "id,name\n" + (1...40_000).map { "\($0),n\n" }.joined()
        let result = try run(peer, ["-", "-q"], input: text)
        #expect(result.status == 0, "\(result.errors)")
        #expect(peer.calls.count > 1)
        #expect(peer.calls.reduce(0) { $0 + $1.request.episodes.count } == 40_000)
    }

    @Test func `nothing is sent of a file with a bad row or without rows`() throws {
        for text in [Self.rows(3, byteCount: 1) + "0,bad,\n", "[]", "", "id,name\n\"1,a\n"] {
            let peer = UpsertPeer()
            let result = try run(peer, ["-"], input: text)
            #expect(result.status == 6, "\(result.errors)")
            #expect(peer.calls.isEmpty)
        }
        let peer = UpsertPeer()
        let skipping = try run(
            peer, ["-", "--skip-bad-rows", "-o", "ids"],
            input: Self.rows(3, byteCount: 1) + "0,bad,\n")
        #expect(skipping.status == 0 && skipping.output == "1\n", "\(skipping.errors)")
        #expect(peer.calls.flatMap { $0.request.episodes.map(\.id) } == [1, 2, 3])
    }

    @Test func `a check sends nothing`() throws {
        let peer = UpsertPeer()
        let result = try run(peer, ["-", "--check"], input: Self.rows(3, byteCount: 1))
        #expect(result.status == 0 && result.output.contains("rows      3"))
        #expect(peer.calls.isEmpty)
    }

    @Test func `a refusal says how far it came and keeps the server's code`() throws {
        let peer = UpsertPeer(refusesFrom: 2)
        let result = try run(peer, ["-"], input: Self.rows(9, byteCount: 1_000_000))
        #expect(result.status == 64 + 7)
        #expect(
            result.errors.contains(
                "edits are not allowed; 3 rows were stored before, run the import again"),
            "\(result.errors)")
    }

    @Test func `a stream URL that cannot be sent is told`() throws {
        let peer = UpsertPeer()
        let result = try run(peer, ["-"], input: "id,name,stream_url\n1,a,u\n2,b,\n")
        #expect(result.status == 0)
        #expect(result.errors.contains("1 row has a stream_url"), "\(result.errors)")
    }

    @Test func `a whole catalogue is not replaced over the port`() throws {
        let result = try run(UpsertPeer(), ["-", "--replace"], input: "id,name\n1,a\n")
        #expect(result.status == 2)
        #expect(result.errors.contains("--store PATH"))
    }
}
