// Purpose: signs of life stop while any loop is stuck. Method: a handler that waits for a gate.
import Dispatch
import RPCCore
import SocketTransport
import Synchronization
import TestSupport
import Testing

extension LiveTests {
    @Suite(.serialized, .timeLimit(.minutes(2)))
    struct HeartbeatTests {
        @Test(arguments: ReadinessKind.allCases)
        func `a stuck loop silences the heartbeat and a freed one brings it back`(
            readiness: ReadinessKind
        ) async throws {
            let beats = Beats()
            let gate = Gate()
            var configuration = ServerConfiguration(listen: [.tcp(host: "127.0.0.1", port: 0)])
            configuration.readiness = readiness
            configuration.loopCount = 2
            configuration.heartbeat = Heartbeat(intervalMilliseconds: 5) { beats.count() }
            let server = Server(configuration, factory: GateFactory(gate: gate))
            let address = try #require(try server.start().first)
            #expect(await eventually { beats.number >= 5 })
            let client = try RawClient(address)
            client.send(request(1))
            #expect(await eventually { gate.isEntered })
            // The beat that was on its way may still come.
            try await Task.sleep(for: .milliseconds(50))
            let before = beats.number
            try await Task.sleep(for: .milliseconds(200))
            #expect(beats.number == before)
            gate.open()
            #expect(try client.reply()?.code == .ok)
            #expect(await eventually { beats.number >= before + 5 })
            server.stopNow()
        }
    }
}

private final class Beats: Sendable {
    private let value = Atomic(0)
    var number: Int { value.load(ordering: .relaxed) }
    func count() { value.add(1, ordering: .relaxed) }
}

private final class Gate: Sendable {
    private let entered = Atomic(false)
    private let semaphore = DispatchSemaphore(value: 0)
    var isEntered: Bool { entered.load(ordering: .relaxed) }
    func open() { semaphore.signal() }

    func pass() {
        entered.store(true, ordering: .relaxed)
        semaphore.wait()
    }
}

private final class GateHandler: RequestHandler {
    let gate: Gate
    init(gate: Gate) { self.gate = gate }

    func handle(
        _ call: CallContext, payload: borrowing RawSpan, reply: any ReplyTarget
    ) -> CallOutcome {
        gate.pass()
        _ = reply.beginReply(byteCount: 0)
        return .replied
    }
}

private struct GateFactory: RequestHandlerFactory {
    let gate: Gate
    let methods = ObedientFactory().methods
    func makeHandler() -> any RequestHandler { GateHandler(gate: gate) }
}
