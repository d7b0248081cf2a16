import Foundation
import TestSupport
import Testing

/// Purpose: what Prometheus reads is right and in its form. Method: the real program, calls made by
/// hand over both protocols, and Prometheus's own checker.
@Suite(.timeLimit(.minutes(2)))
struct MetricsTests {
    private static let list =
        #"{grpc_service="episodes.v1.EpisodeService",grpc_method="ListEpisodes",grpc_type="unary""#
    private static let unknown =
        #"{grpc_service="unknown",grpc_method="unknown",grpc_type="unknown""#

    private static func call(_ address: String, _ bytes: [UInt8], answers: Int) throws {
        let connection = try RawConnection(to: address)
        connection.send(bytes)
        for _ in 0..<answers { #expect(connection.readFrame() != nil) }
    }

    @Test(arguments: ["epoll", "dispatch"])
    func `calls of both protocols are in the same series`(readiness: String) throws {
        let server = try ServerProcess(
            catalog: Program.sampleCatalog, ["--readiness", readiness, "--loops", "2"])
        let good = (0..<50).flatMap { Wire.listRequest(stream: UInt32($0) * 2 + 1) }
        let bad = Wire.call(stream: 101, payload: [0xFF])
        let stranger = Wire.call(stream: 103, method: "None", payload: [])
        try Self.call(server.address, good + bad + stranger, answers: 52)
        for _ in 0..<3 { #expect(try GRPCConnection.answersList(server.address)) }
        let page = try Pages.get("/metrics", from: server.address).body
        func value(_ name: String) -> Double? { Pages.sample(name, in: page) }
        #expect(value("grpc_server_started_total\(Self.list)}") == 54)
        #expect(value(#"grpc_server_handled_total\#(Self.list),grpc_code="OK"}"#) == 53)
        #expect(
            value(#"grpc_server_handled_total\#(Self.list),grpc_code="InvalidArgument"}"#) == 1)
        #expect(
            value(#"grpc_server_handled_total\#(Self.unknown),grpc_code="Unimplemented"}"#) == 1)
        #expect(value("grpc_server_handling_seconds_count\(Self.list)}") == 54)
        #expect(value(#"grpc_server_handling_seconds_bucket\#(Self.list),le="+Inf"}"#) == 54)
        #expect((value("grpc_server_handling_seconds_sum\(Self.list)}") ?? 0) > 0)
        #expect(value(#"episodes_connections{protocol="http",transport="tcp"}"#) == 1)
        #expect(value("episodes_catalog_revision") == 1)
        #expect((value("episodes_catalog_episodes") ?? 0) > 100)
        #expect(value("episodes_snapshot_build_seconds_count") == 1)
        #expect(value("episodes_store_errors_total") == nil, "there is no store")
    }

    @Test func `refusals name their limit, and a stranger adds no series`() throws {
        let server = try ServerProcess(
            catalog: Program.sampleCatalog,
            ["--max-request-bytes", "1024", "--max-connections", "4"])
        let long = Wire.call(stream: 1, payload: Array(repeating: 0, count: 2_000))
        try Self.call(server.address, long, answers: 1)
        for name in ["A", "B", "C"] {
            try Self.call(
                server.address,
                Wire.call(stream: 1, service: "x.\(name)", method: name, payload: []),
                answers: 1)
        }
        let held = try (0..<4).map { _ in try RawConnection(to: server.address) }
        for connection in held {
            connection.send(Wire.listRequest(stream: 1))
            _ = connection.readFrame()
        }
        #expect(try RawConnection(to: server.address).readFrame() == nil)
        held[0].close()
        var page = ""
        for _ in 0..<1_000 where page.isEmpty {
            page = try Pages.get("/metrics", from: server.address).body
            usleep(5_000)
        }
        let refused = "episodes_limit_refusals_total"
        #expect(Pages.sample(#"\#(refused){limit="max_request_bytes"}"#, in: page) == 1)
        #expect((Pages.sample(#"\#(refused){limit="max_connections"}"#, in: page) ?? 0) >= 1)
        #expect(
            page.split(separator: "\n").count { $0.hasPrefix("grpc_server_started_total{") } == 15)
    }

    @Test func `a served store has its edits and its state in the metrics`() throws {
        let folder = try TemporaryFile(named: "marker")
        let path = folder.url.deletingLastPathComponent().appendingPathComponent("c.db").path
        let server = try ServerProcess(store: path, ["--sample"])
        let page = try Pages.get("/metrics", from: server.address).body
        #expect(Pages.sample("episodes_store_errors_total", in: page) == 0)
        #expect(Pages.sample("episodes_catalog_revision", in: page) == 1)
        let status = try Pages.get("/status", from: server.address).body
        #expect(status.contains(#""kind": "store""#) && status.contains(path))
    }

    private static let checker = Program.find("promtool")

    @Test(
        .enabled(if: checker != nil, "needs promtool, of Debian's package prometheus"),
        arguments: [false, true])
    func `Prometheus's own checker finds nothing to say`(isStore: Bool) throws {
        let checker = try #require(Self.checker)
        let folder = try TemporaryFile(named: "marker")
        let path = folder.url.deletingLastPathComponent().appendingPathComponent("c.db").path
        let server =
            isStore
            ? try ServerProcess(store: path, ["--sample", "--admin-listen", "127.0.0.1:0"])
            : try ServerProcess(catalog: Program.sampleCatalog)
        try Self.call(server.addresses[0], Wire.listRequest(stream: 1), answers: 1)
        try Self.call(
            server.addresses[0], Wire.call(stream: 1, service: "x\"\\\n", payload: []), answers: 1)
        let page = try Pages.get("/metrics", from: server.addresses.last ?? "")
        #expect(page.head.contains("text/plain; version=0.0.4"))
        let result = try Program.run(checker, ["check", "metrics"], input: Data(page.body.utf8))
        #expect(result.status == 0 && result.output.isEmpty && result.errors.isEmpty)
    }
}
