// Purpose: what the documentation of EpisodeClient shows is true.
// Method: every piece of code of its articles stands, line by line, in a file under Snippets; those
// files are run against the real server. Every public function of the client is shown somewhere.
import EpisodeClient
import Foundation
import Testing

@Suite(.timeLimit(.minutes(5)))
struct DocumentationTests {
    private static let root = URL(fileURLWithPath: #filePath)  // ROOT/Tests/SystemTests/Client/this
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()

    private static func texts(in folder: String, _ suffix: String) throws -> [String: String] {
        let start = root.appendingPathComponent(folder)
        let names = try FileManager.default.contentsOfDirectory(atPath: start.path)
        return try names.filter { $0.hasSuffix(suffix) }.reduce(into: [:]) { texts, name in
            texts[name] = try String(
                contentsOf: start.appendingPathComponent(name), encoding: .utf8)
        }
    }

    private static func articles() throws -> [String: String] {
        try texts(in: "Sources/EpisodeClient/EpisodeClient.docc", ".md")
    }

    /// The Swift code of a text, each piece as lines without the indentation they share.
    private static func code(in text: String) -> [[Substring]] {
        var pieces: [[Substring]] = []
        var isInside = false
        for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
            if line.hasPrefix("```") {
                isInside = line.hasPrefix("```swift")
                if isInside { pieces.append([]) }
            } else if isInside {
                pieces[pieces.count - 1].append(line)
            }
        }
        return pieces.map(undented)
    }

    private static func undented(_ lines: [Substring]) -> [Substring] {
        let depth = lines.filter { !$0.isEmpty }.map { $0.prefix { $0 == " " }.count }.min() ?? 0
        return lines.map { $0.dropFirst(min(depth, $0.count)) }
    }

    private static func contains(_ text: String, _ piece: [Substring]) -> Bool {
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        guard !piece.isEmpty, lines.count >= piece.count else { return false }
        return (0...(lines.count - piece.count)).contains { start in
            undented(Array(lines[start..<(start + piece.count)])) == piece
        }
    }

    @Test func `code in the articles is code that is run`() throws {
        let snippets = try Self.texts(in: "Tests/SystemTests/Client/Snippets", ".swift")
        var count = 0
        for (name, text) in try Self.articles() {
            for piece in Self.code(in: text) {
                count += 1
                let isThere = snippets.values.contains { Self.contains($0, piece) }
                #expect(isThere, "\(name) shows\n\(piece.joined(separator: "\n"))")
            }
        }
        #expect(count > 20)
    }

    @Test func `every method is shown`() throws {
        let articles = try Self.articles().values.joined()
        let shown = [
            "listEpisodes(", "pages(", "getEpisode(", "batchGetEpisodes(", "filterOptions(",
            "videoStreamURL(", "streamEpisodes(", "catalog(", "upsertEpisodes(",
            "deleteEpisodes(", "watchCatalog(", "health(", "watchHealth(", "call(", "stream(",
            "connect(to:", "waitUntilReady(", "closeGracefully(", "close()", "taskExecutor",
        ]
        for name in shown { #expect(articles.contains(name), "\(name)") }
        for method in RPCMethod.all where method.service.hasPrefix("episodes.") {
            #expect(articles.contains(method.name), "\(method.name)")
        }
    }

    private func withServer(_ body: (ServerProcess) async throws -> Void) async throws {
        let folder = try TemporaryFile(named: "marker")
        let path = folder.url.deletingLastPathComponent().appendingPathComponent("catalog.db").path
        try await body(try ServerProcess(store: path, ["--sample", "--allow-writes"]))
    }

    @Test func `the snippets of the methods do what they say`() async throws {
        try await withServer { server in
            let client = try await EpisodeClient.connect(to: server.address)
            let page = try await MethodSnippets.list(client)
            #expect(page.totalSize > 0 && page.facets.count == 2)
            let count = try await MethodSnippets.catalog(client).episodeCount
            #expect(try await Int64(MethodSnippets.pages(client)) == count)
            #expect(try await Int64(MethodSnippets.stream(client)) == count)
            let first = try #require(page.episodes.first)
            #expect(try await MethodSnippets.get(client, first.id).name == first.name)
            #expect(try await MethodSnippets.batchGet(client).missingIDs.contains(4_711))
            #expect(try await MethodSnippets.filterOptions(client).facets.isEmpty == false)
            let written = try await MethodSnippets.upsert(client)
            #expect(written.created == 1)
            #expect(
                try await MethodSnippets.readYourWrite(client, written.revision) == count + 1)
            #expect(
                try await MethodSnippets.watchCatalog(client, until: written.revision)
                    == count + 1)
            #expect(try await MethodSnippets.delete(client).deleted == 1)
            #expect(try await MethodSnippets.health(client) == .serving)
            #expect(try await MethodSnippets.watchHealth(client) == .serving)
            #expect(try await MethodSnippets.raw(client, [8] + varint(first.id)) > 0)
            #expect(try await MethodSnippets.rawStream(client)?.isEmpty == false)
            // The samples have videos but no addresses to stream them from.
            let video = await Result { try await MethodSnippets.videoStream(client, first) }
            if case .failure(let error as RPCError) = video { #expect(error.code == .notFound) }
        }
    }

    @Test func `the other snippets do what they say`() async throws {
        try await withServer { server in
            #expect(try await UseSnippets.overview(server.address) > 0)
            let client = try await UseSnippets.severalServers(server.address, server.address)
            try await UseSnippets.waiting(client)
            #expect(try await UseSnippets.options(client).episodeCount > 0)
            #expect(UseSnippets.retries().retries.attemptCountMaximum == 5)
            if case .failure(let error as RPCError) = await UseSnippets.cancelling(client) {
                #expect(error.code == .cancelled)
            }
            let found = try await UseSnippets.breakingOff(client)
            #expect(found.count >= 100)
            let ids = found.map(\.id)
            #expect(try await UseSnippets.manyCalls(client, ids) == ids.count)
            let fields = await UseSnippets.errors(client)
            #expect(fields.isEmpty == false)
            await UseSnippets.closing(client)
        }
    }

    private func varint(_ value: UInt64) -> [UInt8] {
        var rest = value
        var bytes: [UInt8] = []
        while rest >= 0x80 {
            bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
            rest >>= 7
        }
        return bytes + [UInt8(rest)]
    }
}

extension Result where Failure == any Error {
    fileprivate init(_ body: () async throws -> Success) async {
        do { self = .success(try await body()) } catch { self = .failure(error) }
    }
}
