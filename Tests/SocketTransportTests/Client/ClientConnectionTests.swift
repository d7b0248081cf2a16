// Purpose: calls over real sockets against a peer that follows a script.
// Method: a blocking server on a thread speaks frames by hand. Nothing waits for seconds to pass;
// time limits only guard against hangs.
import RPCCore
import SocketTransport
import TestSupport
import Testing

private func connect(_ peer: ScriptedPeer) async throws -> ClientConnection {
    try await ClientConnection.connect(
        to: SocketAddress.parse(peer.address), timeoutMilliseconds: 10_000)
}

extension ClientConnection {
    fileprivate func call(
        _ payload: [UInt8] = [], timeoutMilliseconds: Int64 = 20_000
    ) async throws(RPCError) -> [UInt8] {
        try await call(
            service: "s", method: "m", payload: payload, timeoutMilliseconds: timeoutMilliseconds)
    }
}

/// The status that the call must end with.
private func failure(_ call: () async throws -> [UInt8]) async -> RPCError? {
    await #expect(throws: RPCError.self) { _ = try await call() }
}

extension LiveTests {
    @Suite(.timeLimit(.minutes(1)))
    struct ClientConnectionTests {
        @Test func `concurrent calls share a connection and get their own replies out of order`()
            async throws
        {
            let callCount = 300
            let peer = try ScriptedPeer { connection in
                var frames: [PeerConnection.Frame] = []
                for _ in 0..<callCount { connection.readFrame().map { frames.append($0) } }
                let streams = frames.map(\.stream)
                guard streams == (0..<UInt32(callCount)).map({ $0 * 2 + 1 }) else { return }
                for frame in frames.reversed() {
                    // The payload is what follows its tag; the method's name is one letter.
                    connection.reply(frame.stream, payload: Array(frame.data[8..<10]))
                }
                connection.waitForEnd()
            }
            let connection = try await connect(peer)
            let right = try await withThrowingTaskGroup(of: Bool.self) { group in
                for number in 0..<callCount {
                    let payload = [UInt8(number & 0xFF), UInt8(number >> 8)]
                    group.addTask { try await connection.call(payload) == payload }
                }
                return try await group.reduce(0) { $0 + ($1 ? 1 : 0) }
            }
            #expect(right == callCount)
            #expect(connection.hasHeardPeer)
        }

        @Test func `a call that is never answered ends at its deadline and its reply is dropped`()
            async throws
        {
            let peer = try ScriptedPeer { connection in
                guard let first = connection.readFrame(), let second = connection.readFrame() else {
                    return
                }
                connection.reply(first.stream, payload: [1])
                connection.reply(second.stream, payload: [2])
                connection.waitForEnd()
            }
            let connection = try await connect(peer)
            let error = await failure { try await connection.call(timeoutMilliseconds: 20) }
            #expect(error?.code == .deadlineExceeded)
            #expect(try await connection.call() == [2])
        }

        @Test func `a cancelled task ends its call and the connection lives`() async throws {
            let peer = try ScriptedPeer { connection in
                while let frame = connection.readFrame() {
                    if frame.data.count > 20 { connection.reply(frame.stream, payload: [9]) }
                }
            }
            let connection = try await connect(peer)
            for delay in [0, 1_000, 5_000_000] {
                let task = Task { try await connection.call() }
                if delay > 0 { try await Task.sleep(for: .nanoseconds(delay)) }
                task.cancel()
                let error = await failure { try await task.value }
                #expect(error?.code == .cancelled)
            }
            #expect(try await connection.call([UInt8](repeating: 1, count: 20)) == [9])
        }

        @Test(arguments: [true, false])
        func `a lost connection fails all pending calls at once`(midReply: Bool) async throws {
            let peer = try ScriptedPeer { connection in
                for _ in 0..<10 { _ = connection.readFrame() }
                if midReply {
                    connection.write(
                        PeerConnection.header(stream: 5, type: 2, dataByteCount: 50) + [0x12])
                }
            }
            let connection = try await connect(peer)
            let codes = await withTaskGroup(of: StatusCode?.self) { group in
                for _ in 0..<10 {
                    group.addTask { await failure { try await connection.call() }?.code }
                }
                return await group.reduce(into: [StatusCode?]()) { $0.append($1) }
            }
            #expect(codes == [StatusCode?](repeating: .unavailable, count: 10))
            let later = await failure { try await connection.call() }
            #expect(later?.code == .unavailable)
            #expect(later?.message.contains("in the middle of a reply") == midReply)
            #expect(connection.hasHeardPeer == midReply)
        }

        @Test func `another protocol on the port is told at once`() async throws {
            let peer = try ScriptedPeer { connection in
                _ = connection.read(1)
                connection.write(Array("HTTP/1.1 400 Bad Request\r\n\r\n".utf8))
                connection.waitForEnd()
            }
            let connection = try await connect(peer)
            let error = await failure { try await connection.call() }
            #expect(error?.code == .unavailable)
            #expect(
                error?.message
                    == "this port does not speak the episodes protocol (it looks like HTTP)")
        }

        @Test func `a reply over 4 MiB fails its call and the next call works`() async throws {
            let peer = try ScriptedPeer { connection in
                guard let first = connection.readFrame() else { return }
                let size = 4_194_305
                connection.write(
                    PeerConnection.header(stream: first.stream, type: 2, dataByteCount: size))
                connection.write([UInt8](repeating: 1, count: size))
                guard let second = connection.readFrame() else { return }
                connection.reply(second.stream, payload: [2])
                connection.waitForEnd()
            }
            let connection = try await connect(peer)
            let error = await failure { try await connection.call() }
            #expect(error?.code == .resourceExhausted)
            #expect(try await connection.call() == [2])
        }

        @Test func `a full reply of 4 MiB arrives whole`() async throws {
            let payload = [UInt8](repeating: 0xAB, count: 4_194_304 - 5)
            let peer = try ScriptedPeer { connection in
                guard let frame = connection.readFrame() else { return }
                connection.reply(frame.stream, payload: payload)
                connection.waitForEnd()
            }
            let connection = try await connect(peer)
            #expect(try await connection.call() == payload)
        }

        @Test func `requests larger than the socket's buffers go out when the server reads`()
            async throws
        {
            let callCount = 12
            let size = 1_000_000
            let peer = try ScriptedPeer { connection in
                for _ in 0..<callCount {
                    guard let frame = connection.readFrame() else { return }
                    let isWhole =
                        frame.data.count > size && frame.data.contains(UInt8(frame.stream))
                    connection.reply(frame.stream, payload: isWhole ? [1] : [])
                }
                connection.waitForEnd()
            }
            let connection = try await connect(peer)
            let payload = (0..<size).map { UInt8(truncatingIfNeeded: $0) }
            let right = try await withThrowingTaskGroup(of: Bool.self) { group in
                for _ in 0..<callCount {
                    group.addTask { try await connection.call(payload) == [1] }
                }
                return try await group.reduce(0) { $0 + ($1 ? 1 : 0) }
            }
            #expect(right == callCount)
        }

        @Test func `closing ends calls and the server sees the end`() async throws {
            let (seen, saysSeen) = AsyncStream.makeStream(of: Bool.self)
            let peer = try ScriptedPeer { connection in
                _ = connection.readFrame()
                saysSeen.yield(true)
                connection.waitForEnd()
                saysSeen.yield(true)
                saysSeen.finish()
            }
            let connection = try await connect(peer)
            let task = Task { try await connection.call() }
            var events = seen.makeAsyncIterator()
            #expect(await events.next() == true)
            connection.close()
            let error = await failure { try await task.value }
            #expect(error?.code == .unavailable)
            #expect(await events.next() == true)
        }

        @Test func `dropping the last reference closes the connection`() async throws {
            let (ended, saysEnded) = AsyncStream.makeStream(of: Void.self)
            let peer = try ScriptedPeer { connection in
                connection.waitForEnd()
                saysEnded.finish()
            }
            _ = try await connect(peer)
            for await _ in ended {}
        }
    }
}
