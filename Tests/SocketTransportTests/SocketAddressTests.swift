// Purpose: addresses as people write them.
import Glibc
import SocketTransport
import Testing

/// What a killed server leaves behind.
func socketFileWithoutListener(_ path: String) -> Bool {
    let descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
    defer { close(descriptor) }
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    return withUnsafeMutableBytes(of: &address) { raw in
        for (index, byte) in path.utf8.enumerated() { raw[2 + index] = byte }
        return bind(
            descriptor, raw.baseAddress!.assumingMemoryBound(to: sockaddr.self),
            socklen_t(MemoryLayout<sockaddr_un>.size)) == 0
    }
}

struct SocketAddressTests {
    @Test(arguments: [
        ("127.0.0.1:50051", SocketAddress.tcp(host: "127.0.0.1", port: 50_051)),
        ("[::1]:0", .tcp(host: "::1", port: 0)),
        ("localhost:65535", .tcp(host: "localhost", port: 65_535)),
        ("[fe80::1%eth0]:1", .tcp(host: "fe80::1%eth0", port: 1)),
        ("unix:/run/x.sock", .unix(path: "/run/x.sock")), ("unix:a:b", .unix(path: "a:b")),
    ])
    func `addresses come back as they were written`(text: String, address: SocketAddress) throws {
        #expect(try SocketAddress.parse(text) == address)
        #expect(address.description == text)
    }

    @Test(arguments: [
        "", ":", "host", "host:", ":80", "host:99999", "host:-1", "host:+1", "host:1x", "::1:80",
        "[::1]", "[::1]80", "[::1", "[host]:1", "unix:", "a\u{0}:1",
        String(repeating: "h", count: 256) + ":1",
    ])
    func `anything else is refused in one line`(text: String) {
        let error = #expect(throws: TransportError.self) { try SocketAddress.parse(text) }
        #expect(error?.message.contains("write HOST:PORT") == true)
        #expect((error?.message.count ?? 1_000) < 250)
    }
}
