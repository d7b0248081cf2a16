import EpisodeClient
import RPCCore
import SocketTransport

/// Asks a port that says nothing in three languages.
enum PortProbe {
    private static let timeoutMilliseconds: Int64 = 700

    /// What the port seems to speak, in words; nil when an episodes server answers there after all.
    static func diagnose(_ server: String) async -> String? {
        guard let address = try? SocketAddress.parse(server) else { return nil }
        async let isServer = answersHealth(server)
        async let http = firstBytes(
            address, Array("GET / HTTP/1.1\r\nHost: episodes\r\nConnection: close\r\n\r\n".utf8))
        async let tls = firstBytes(address, clientHello)
        let (server, httpBytes, tlsBytes) = await (isServer, http, tls)
        if server { return nil }
        let start = "\(address) does not speak the episodes protocol"
        if let first = tlsBytes.first, (0x14...0x17).contains(first) {
            return
                "\(start): it speaks TLS; episodesd speaks in the clear, so connect to its own port"
        }
        if httpBytes.starts(with: "HTTP/".utf8) {
            return "\(start): it speaks HTTP/1; it may be a web server or a proxy"
        }
        let isSilent = httpBytes.isEmpty && tlsBytes.isEmpty
        return isSilent
            ? "\(address) takes connections and says nothing: no episodes server, or one that hangs"
            : "\(start): it answers in another one"
    }

    private static func answersHealth(_ server: String) async -> Bool {
        guard
            let client = try? await EpisodeClient.connect(
                to: server, timeoutMilliseconds: timeoutMilliseconds)
        else { return false }
        _ = try? await client.health()
        defer { client.close() }
        return client.hasHeardServer
    }

    private static func firstBytes(_ address: SocketAddress, _ request: [UInt8]) async -> [UInt8] {
        let exchange = RawExchange(
            address, sending: request, timeoutMilliseconds: timeoutMilliseconds,
            byteCountMaximum: 4_096)
        let answer = try? await exchange.run { $0.count >= 5 }
        return answer?.bytes ?? []
    }

    /// The least that begins a TLS connection; a server answers it with its hello or an alert.
    /// Source: RFC 5246, section 7.4.1.2.
    private static let clientHello: [UInt8] = {
        let ciphers: [UInt8] = [0xC0, 0x2F, 0xC0, 0x30, 0x00, 0x2F, 0x13, 0x01]
        let body =
            [0x03, 0x03] + (0..<32).map { UInt8($0) } + [0, 0, UInt8(ciphers.count)] + ciphers
            + [1, 0]
        let handshake = [1, 0, 0, UInt8(body.count)] + body
        return [0x16, 0x03, 0x01, 0, UInt8(handshake.count)] + handshake
    }()
}
