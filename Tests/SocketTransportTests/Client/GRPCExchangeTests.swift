// Purpose: one gRPC call takes the whole answer of a server, but not more than it was told to.
import RPCCore
import SocketTransport
import Testing

extension LiveTests {
    @Suite(.timeLimit(.minutes(2)))
    struct GRPCExchangeTests {
        private func answer(
            _ plan: StreamPlan, messages: Int, bytes: Int
        ) async throws -> [[UInt8]] {
            let live = try LiveServer(Form.tcp[0])
            return try await GRPCExchange(
                live.address, timeoutMilliseconds: 60_000, messageCountMaximum: messages,
                byteCountMaximum: bytes
            ).call(service: "test.S", method: "Stream", payload: plan.bytes)
        }

        @Test func `an answer may be as long as the bounds`() async throws {
            let plan = StreamPlan(5, of: 1_000)
            let messages = try await answer(plan, messages: 5, bytes: 5_000)
            #expect(messages == (0..<5).map(plan.message))
        }

        @Test(arguments: [(4, 1_000_000), (100, 4_999)])
        func `a longer answer ends the call`(messages: Int, bytes: Int) async throws {
            let error = await #expect(throws: RPCError.self) {
                _ = try await answer(StreamPlan(5, of: 1_000), messages: messages, bytes: bytes)
            }
            #expect(error?.code == .resourceExhausted)
            // One that would not end for long is not waited for.
            let endless = await #expect(throws: RPCError.self) {
                let plan = StreamPlan(1_000_000_000, of: 1_000)
                _ = try await answer(plan, messages: messages, bytes: bytes)
            }
            #expect(endless?.code == .resourceExhausted)
        }
    }
}
