// Purpose: the rules of server streams on a server's connection, without sockets. Method: frames
// made by hand go in, whole and in pieces; the actions that come out are compared.
import RPCCore
import TTRPC
import Testing

struct ServerStreamTests {
    private let second: Int64 = 1_000_000_000

    private func opened(_ stream: UInt32, seconds: Int64 = 60) -> Seen {
        .opened(stream, payload: [1, 2], deadline: seconds * second)
    }

    private func open(_ stream: UInt32, flags: UInt8 = 1, timeout: Int64 = 0) -> [UInt8] {
        Frames.call(stream, method: "Stream", timeout: timeout, flags: flags)
    }

    private func data(_ stream: UInt32, _ bytes: [UInt8] = [], flags: UInt8) -> [UInt8] {
        Frames.frame(stream, bytes, type: .data, flags: flags)
    }

    @Test(arguments: [0, 1, 2, 3, 0xF9] as [UInt8])
    func `the method decides that a call streams, whatever the flags say`(flags: UInt8) {
        #expect(run(open(1, flags: flags)) == [opened(1)])
    }

    @Test func `a stream's deadline is what it asks for, at most the longest`() {
        #expect(run(open(1, timeout: 5 * second)) == [opened(1, seconds: 5)])
        #expect(run(open(1, timeout: .max)) == [opened(1)])
        #expect(run(open(1, timeout: -1)) == [.refused(1, .deadlineExceeded)])
        // A refused one was never open.
        #expect(
            run(open(1, timeout: -1) + data(1, flags: 5))
                == [.refused(1, .deadlineExceeded), .abandoned(1, .invalidArgument)])
    }

    @Test func `a watch that asks for no deadline lasts as long as a watch may`() {
        let bytes = Frames.call(1, method: "Watch", flags: 1)
        #expect(run(bytes) == [opened(1, seconds: 86_400)])
        let hour = Frames.call(1, method: "Watch", timeout: 3_600 * second, flags: 1)
        #expect(run(hour) == [opened(1, seconds: 3_600)])
        var limits = TransportLimits()
        limits.watchMillisecondsMaximum = 5_000
        #expect(run(hour, limits: limits) == [opened(1, seconds: 5)])
    }

    @Test func `a unary call that is answered later is opened, with a unary call's rules`() {
        let bytes = Frames.call(1, method: "Later")
        #expect(run(bytes) == [opened(1, seconds: 10)])
        #expect(
            run(Frames.call(1, method: "Later", flags: 2)) == [.refused(1, .invalidArgument)])
        // It has no stream that more data could belong to.
        #expect(
            run(bytes + data(1, flags: 1))
                == [opened(1, seconds: 10), .abandoned(1, .invalidArgument)])
    }

    @Test(arguments: [1, 3, 10, 64])
    func `saying again that nothing more comes gives a stream up, once`(chunk: Int) {
        let bytes = open(1) + open(3, flags: 2) + data(3, flags: 5) + data(1, flags: 5)
        let seen = [opened(1), opened(3), .cancelled(1)]
        #expect(run(bytes, chunk: chunk) == seen)
        #expect(run(bytes + data(3, flags: 1), chunk: chunk) == seen + [.cancelled(3)])
        #expect(
            run(bytes + data(1, flags: 5), chunk: chunk)
                == seen + [.abandoned(1, .invalidArgument)])
    }

    @Test func `any other data frame ends a stream with an error`() {
        for bytes in [data(1, [9], flags: 0), data(1, [9], flags: 1), data(1, flags: 4)] {
            // The second finds no stream any more.
            #expect(
                run(open(1) + bytes + data(1, flags: 5)) == [
                    opened(1), .abandoned(1, .invalidArgument), .abandoned(1, .invalidArgument),
                ])
        }
        let long = [UInt8](repeating: 0, count: FrameHeader.dataByteCountMaximum + 1)
        #expect(
            run(open(1) + data(1, long, flags: 0) + Frames.call(3))
                == [opened(1), .abandoned(1, .resourceExhausted)] + run(Frames.call(3)))
    }

    @Test func `an ended stream is known no more`() {
        let rules = ServerRules(methods: Frames.methods, limits: TransportLimits())
        var state = ServerConnectionState()
        let now = MonotonicTime(nanoseconds: 0)
        func step(_ bytes: [UInt8]) -> ServerAction {
            state.next(in: bytes.span.bytes, at: 0, rules: rules, arrival: now, now: now).action
        }
        guard case .open = step(open(1)) else { return #expect(Bool(false), "not opened") }
        state.end(stream: 1)
        guard case .abandon(1, _) = step(data(1, flags: 5)) else {
            return #expect(Bool(false), "still known")
        }
    }

    @Test func `unary methods refuse the remote-open flag and two-way streams are not served`() {
        #expect(run(Frames.call(1, flags: 2)) == [.refused(1, .invalidArgument)])
        #expect(run(Frames.call(1, method: "Talk", flags: 2)) == [.refused(1, .unimplemented)])
    }
}
