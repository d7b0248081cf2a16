// Purpose: how a server comes by its sockets and lets go of them: inherited ones, files of unix
// sockets, IPv6, crowds at the door.
import Foundation
import Glibc
import RPCCore
import SocketTransport
import TTRPC
import TestSupport
import Testing

extension LiveTests {
    @Suite(.serialized, .timeLimit(.minutes(3)))
    struct ServerListeningTests {
        private func serve(
            _ addresses: [SocketAddress], _ settings: (inout ServerConfiguration) -> Void = { _ in }
        ) throws -> (server: Server, addresses: [SocketAddress]) {
            var configuration = ServerConfiguration(listen: addresses)
            settings(&configuration)
            let server = Server(configuration, factory: ObedientFactory())
            return (server, try server.start())
        }

        private func expectAnswer(_ address: SocketAddress) throws {
            let client = try RawClient(address)
            client.send(request(1, .echo, [7]))
            #expect(try client.reply()?.payload == [0, 7])
        }

        /// Ends a server and waits until nothing of it runs.
        private func drain(_ server: Server) async {
            _ = await withCheckedContinuation { continuation in
                server.drain { continuation.resume(returning: $0) }
            }
        }

        @Test func `an inherited socket is served, and its waiting clients are left for the next`()
            async throws
        {
            let listener = try ListeningProbe()
            let inherited = InheritedSocket(descriptor: dup(listener.descriptor), name: "web")
            let (first, addresses) = try serve([]) { $0.inherited = [inherited] }
            #expect(addresses == [listener.address])
            try expectAnswer(listener.address)
            await drain(first)
            let waiting = try RawClient(listener.address)
            waiting.send(request(1, .echo, [8]))
            let again = InheritedSocket(descriptor: dup(listener.descriptor), name: "web")
            let (second, _) = try serve([]) { $0.inherited = [again] }
            #expect(try waiting.reply()?.payload == [0, 8])
            await drain(second)
        }

        @Test func `a descriptor that does not listen is refused in one clear line`() throws {
            let file = open("/dev/null", O_RDONLY)
            let idle = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
            let datagrams = socket(AF_INET, Int32(SOCK_DGRAM.rawValue), 0)
            for descriptor in [file, idle, datagrams, 9_999] {
                let error = #expect(throws: TransportError.self) {
                    try serve([]) {
                        $0.inherited = [InheritedSocket(descriptor: descriptor, name: "odd")]
                    }
                }
                #expect(error?.message.contains("descriptor \(descriptor) (odd)") == true)
            }
            for descriptor in [file, idle, datagrams] { close(descriptor) }
        }

        @Test(arguments: [0o660, 0o600, 0o666, 0o777] as [UInt32])
        func `a unix socket has exactly the asked mode, whatever the mask`(mode: UInt32) throws {
            let before = umask(0o077)
            defer { umask(before) }
            let path = LiveServer.temporaryPath()
            let (server, addresses) = try serve([.unix(path: path)]) { $0.socketMode = mode }
            var info = stat()
            #expect(lstat(path, &info) == 0)
            #expect(info.st_mode & 0o7777 == mode)
            #expect(umask(0o077) == 0o077, "the mask is as it was")
            try expectAnswer(addresses[0])
            server.stopNow()
        }

        @Test func `a socket file that is another server's by now is left alone`() async throws {
            let path = LiveServer.temporaryPath()
            let (first, _) = try serve([.unix(path: path)])
            unlink(path)
            let (second, addresses) = try serve([.unix(path: path)])
            await drain(first)
            try expectAnswer(addresses[0])
            await drain(second)
            #expect(!FileManager.default.fileExists(atPath: path))
        }

        @Test func `an IPv6 address is served and shown in brackets`() throws {
            let (server, addresses) = try serve([.tcp(host: "::1", port: 0)])
            #expect(addresses[0].description.hasPrefix("[::1]:"))
            try expectAnswer(addresses[0])
            server.stopNow()
        }

        @Test(arguments: ReadinessKind.allCases)
        func `connections are spread evenly over the loops, also after some have left`(
            readiness: ReadinessKind
        ) async throws {
            let (server, addresses) = try serve([.tcp(host: "127.0.0.1", port: 0)]) {
                $0.loopCount = 2
                $0.readiness = readiness
            }
            func counts() -> [Int] { server.statistics.openConnectionCountByLoop }
            func isEven(_ total: Int) async -> Bool {
                await eventually { counts().reduce(0, +) == total }
                    && abs(counts()[0] - counts()[1]) <= 1
            }
            var clients: [RawClient] = []
            for total in 1...41 {
                clients.append(try RawClient(addresses[0]))
                #expect(await isEven(total), "\(counts())")
            }
            // Every second one leaves: taking turns alone would have emptied one loop.
            clients = clients.enumerated().filter { $0.offset % 2 == 0 }.map(\.element)
            #expect(await eventually { counts().reduce(0, +) == clients.count })
            for _ in 0..<clients.count { clients.append(try RawClient(addresses[0])) }
            #expect(await isEven(clients.count), "\(counts())")
            server.stopNow()
        }

        @Test(arguments: Form.tcp)
        func `clients that reset before they are accepted stop nothing`(form: Form) async throws {
            let live = try LiveServer(form)
            let canary = try live.client()
            for round in 0..<5_000 {
                try live.client().reset()
                guard round % 100 == 0 else { continue }
                canary.send(request(UInt32(round) * 2 + 1, .echo, [1]))
                #expect(try canary.reply()?.payload == [0, 1])
            }
            try live.expectAlive()
            canary.close()
            #expect(await eventually { live.server.statistics.openConnectionCount == 0 })
        }

        @Test(arguments: Form.all)
        func `a refused client sees an orderly end although it has sent a call`(form: Form) throws {
            let live = try LiveServer(form, loops: 1) { $0.connectionCountMaximum = 1 }
            let held = try live.client()
            held.send(request(1))
            #expect(try held.reply()?.code == .ok)
            for _ in 0..<50 {
                let refused = try live.client()
                refused.send(request(1) + request(3))
                #expect(refused.receive(1) == nil)
            }
            held.send(request(3))
            #expect(try held.reply()?.code == .ok)
            #expect(live.server.statistics.refusedConnectionCount == 50)
        }
    }
}

/// A socket that listens on a free port, as a service manager would open it.
private final class ListeningProbe {
    let descriptor: Int32
    let address: SocketAddress

    init() throws {
        descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        var name = sockaddr_in()
        name.sin_family = sa_family_t(AF_INET)
        name.sin_addr.s_addr = inet_addr("127.0.0.1")
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let descriptor = descriptor
        let result = withUnsafeMutableBytes(of: &name) { raw in
            let pointer = raw.baseAddress!.assumingMemoryBound(to: sockaddr.self)
            return bind(descriptor, pointer, length) == 0 && listen(descriptor, 16) == 0
                && getsockname(descriptor, pointer, &length) == 0
        }
        try #require(result)
        address = .tcp(host: "127.0.0.1", port: UInt16(bigEndian: name.sin_port))
    }

    deinit { close(descriptor) }
}
