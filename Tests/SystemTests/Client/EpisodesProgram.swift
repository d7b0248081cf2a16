import Foundation
import TestSupport

/// Runs the built `episodes` program in a shell, as its users do.
struct EpisodesProgram {
    struct Outcome {
        var status: Int32
        var output: String
        var errors: String
    }

    /// `HOST:PORT` of the server that the program finds in its environment.
    var server: String

    /// The directory of the built programs: where the test runner itself lies.
    private static let directory = URL(fileURLWithPath: "/proc/self/exe")
        .resolvingSymlinksInPath().deletingLastPathComponent()

    /// - Parameter script: for bash; `episodes` is the program under test.
    func run(_ script: String, environment: [String: String] = [:]) throws -> Outcome {
        let shell = Process()
        let output = Pipe()
        let errors = FileManager.default.temporaryDirectory
            .appendingPathComponent("episodes-test-\(UUID().uuidString)")
        try Data().write(to: errors)
        defer { try? FileManager.default.removeItem(at: errors) }
        shell.executableURL = URL(fileURLWithPath: "/bin/bash")
        shell.arguments = ["--norc", "-c", script]
        shell.environment = [
            "PATH": "\(Self.directory.path):/usr/bin:/bin", "EPISODES_SERVER": server,
        ].merging(environment) { $1 }
        shell.standardInput = FileHandle.nullDevice
        shell.standardOutput = output
        shell.standardError = try FileHandle(forWritingTo: errors)
        try shell.run()
        let data = try output.fileHandleForReading.readToEnd() ?? Data()
        shell.waitUntilExit()
        return Outcome(
            status: shell.terminationStatus, output: String(decoding: data, as: UTF8.self),
            errors: String(decoding: try Data(contentsOf: errors), as: UTF8.self))
    }

    /// The program against a peer that answers like a small server.
    static func withCatalogue() throws -> EpisodesProgram {
        EpisodesProgram(server: try ScriptedPeer(answering: SmallCatalogue.answer).address)
    }
}

/// Answers built by hand: two episodes, one domain.
enum SmallCatalogue {
    static func answer(_ method: String, _ payload: [UInt8], _ number: Int) -> [UInt8] {
        let rows = WireMessage()
            .message(
                1,
                WireMessage().number(1, 11).text(2, "Zoë \u{4E2D}\u{6587}").number(5, 1)
                    .number(6, 1)
            )
            .message(1, WireMessage().number(1, 12).text(2, "Second"))
        switch method {
        case "episodes.v1.EpisodeService/ListEpisodes":
            // Field 4 is the sort: a server may refuse one that this program takes.
            if payload == WireMessage().text(4, "relevance").number(5, 20).bytes {
                return WireMessage.status(
                    3, "sort: relevance needs a query", violations: [("sort", "needs a query")])
            }
            return rows.text(2, "TOKEN\(number)").number(3, 127).number(5, 3).asReply
        case "episodes.v1.EpisodeService/BatchGetEpisodes":
            return rows.number(2, 99).asReply
        case "episodes.v1.EpisodeService/GetFilterOptions":
            return
                WireMessage()
                .message(
                    1,
                    WireMessage().number(1, 1)
                        .message(
                            2, WireMessage().text(1, "1").text(2, "iOS & Swift").number(3, 5))
                )
                .message(2, WireMessage().number(1, 1).text(2, "iOS & Swift").text(3, "ios"))
                .asReply
        case "episodes.v1.EpisodeService/GetVideoStream":
            return WireMessage.status(5, "no video 8")
        case "episodes.v1.CatalogService/GetCatalog":
            return WireMessage().number(1, 3).number(2, 127).text(4, "file.json").asReply
        case "grpc.health.v1.Health/Check":
            return WireMessage().number(1, payload.isEmpty ? 1 : 2).asReply
        default:
            return WireMessage.status(12, method)
        }
    }
}
