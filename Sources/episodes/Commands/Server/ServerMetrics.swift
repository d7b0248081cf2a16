import CommandLineKit
import RPCCore
import SocketTransport

/// `server metrics`: the page that Prometheus reads, from the same port.
enum ServerMetrics {
    static func run(_ settings: Settings) async throws(Failure) {
        let page = try await HTTPPage.get("/metrics", settings)
        let output = PagedOutput(settings)
        if settings.format == .table {
            let text = page.hasSuffix("\n") || page.isEmpty ? page : page + "\n"
            try output.write(settings.isTerminal ? TextEscaping.escapedLines(text) : text)
        } else {
            try output.write(MetricSamples.rows(page).text(settings.format))
        }
        try output.finish()
    }
}

/// One page over HTTP/1.1.
enum HTTPPage {
    static func get(_ path: String, _ settings: Settings) async throws(Failure) -> String {
        let address: SocketAddress
        do throws(TransportError) {
            address = try SocketAddress.parse(settings.server)
        } catch {
            throw Failure(.usage, status: "USAGE", message: error.message)
        }
        let host = if case .tcp = address { settings.server } else { "localhost" }
        let request = "GET \(path) HTTP/1.1\r\nHost: \(host)\r\nConnection: close\r\n\r\n"
        let answer: RawExchange.Answer
        do throws(RPCError) {
            answer = try await RawExchange(
                address, sending: Array(request.utf8),
                timeoutMilliseconds: settings.timeoutMilliseconds
            ).run { HTTPAnswer($0)?.isComplete ?? false }
        } catch {
            throw Failure(error, serverWasHeard: false)
        }
        guard let page = HTTPAnswer(answer.bytes), page.isComplete || answer.isEnded else {
            throw Failure(
                .cannotConnect, status: StatusCode.unavailable.name,
                message: "\(address) does not answer HTTP"
                    + (answer.bytes.isEmpty ? " (it says nothing)" : ""),
                hint: "an older episodesd has no \(path)")
        }
        guard page.status == 200 else {
            throw Failure(
                .status(StatusCode.unknown.rawValue), status: StatusCode.unknown.name,
                message: "\(address) answers \(path) with HTTP status \(page.status)")
        }
        return String(decoding: page.body, as: UTF8.self)
    }
}

/// An answer of HTTP/1.1 as far as it has come; nil before its head has ended.
struct HTTPAnswer {
    let status: Int
    let body: ArraySlice<UInt8>
    /// Whether everything is there that the head promises.
    let isComplete: Bool

    init?(_ bytes: [UInt8]) {
        guard let end = Self.endOfHead(bytes) else { return nil }
        let lines = String(decoding: bytes[..<end], as: UTF8.self)
            .split(separator: "\r\n").map(String.init)
        let words = lines.first?.split(separator: " ") ?? []
        guard words.count >= 2, words[0].hasPrefix("HTTP/1."), let status = Int(words[1]) else {
            return nil
        }
        self.status = status
        let content = bytes[end...]
        body = content
        let length = lines.dropFirst().compactMap { line -> Int? in
            let parts = line.split(separator: ":", maxSplits: 1)
            guard parts.count == 2, parts[0].lowercased() == "content-length" else { return nil }
            return Int(parts[1].drop { $0 == " " })
        }.first
        isComplete = length.map { content.count >= $0 } ?? false
    }

    /// The place behind the empty line.
    private static func endOfHead(_ bytes: [UInt8]) -> Int? {
        guard bytes.count >= 4 else { return nil }
        for index in 0...(bytes.count - 4)
        where bytes[index] == 13 && bytes[index + 1] == 10 && bytes[index + 2] == 13
            && bytes[index + 3] == 10
        {
            return index + 4
        }
        return nil
    }
}
