// Purpose: our client and our server understand each other, in every form of server and address.
import RPCCore
import SocketTransport
import Testing

extension ClientConnection {
    fileprivate func call(_ payload: [UInt8]) async throws(RPCError) -> [UInt8] {
        try await call(
            service: "test.S", method: "Do", payload: payload, timeoutMilliseconds: 20_000)
    }
}

extension LiveTests {
    @Suite(.timeLimit(.minutes(2)))
    struct ClientAndServerTests {
        @Test(arguments: Form.all)
        func `calls, statuses and large replies pass between them`(form: Form) async throws {
            let live = try LiveServer(form)
            let client = try await ClientConnection.connect(
                to: live.address, timeoutMilliseconds: 10_000)
            let right = try await withThrowingTaskGroup(of: Bool.self) { group in
                for number in 0..<200 {
                    let payload = [Order.echo.rawValue, UInt8(number), 1, 2, 3]
                    group.addTask { try await client.call(payload) == payload }
                }
                return try await group.reduce(0) { $0 + ($1 ? 1 : 0) }
            }
            #expect(right == 200)
            let large = try await client.call([Order.produce.rawValue, 0, 0x30, 0, 0])
            #expect(large.count == 0x30_0000)
            #expect(large.indices.allSatisfy { large[$0] == UInt8(truncatingIfNeeded: $0) })
            let error = await #expect(throws: RPCError.self) {
                try await client.call([Order.fail.rawValue, 5])
            }
            #expect(error == RPCError(.notFound, "as ordered"))
            let unknown = await #expect(throws: RPCError.self) {
                try await client.call(
                    service: "test.S", method: "Nothing", payload: [], timeoutMilliseconds: 10_000)
            }
            #expect(unknown?.code == .unimplemented)
            client.close()
        }
    }
}
