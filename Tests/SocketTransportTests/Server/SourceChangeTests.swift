// Purpose: every event loop is told that what it answers from was replaced, also when it has nothing
// to do. Method: a factory whose handlers say that they were told.
import RPCCore
import SocketTransport
import Synchronization
import TestSupport
import Testing

extension LiveTests {
    @Suite(.serialized, .timeLimit(.minutes(2)))
    struct SourceChangeTests {
        private final class Source: RequestHandlerFactory {
            let methods = MethodTable([])
            let listeners = Mutex<[@Sendable () -> Void]>([])
            let toldCounts = Mutex<[Int]>([])

            func makeHandler() -> any RequestHandler {
                let number = toldCounts.withLock { counts in
                    counts.append(0)
                    return counts.count - 1
                }
                return Handler { [self] in toldCounts.withLock { $0[number] += 1 } }
            }

            func onSourceChange(_ listener: @escaping @Sendable () -> Void) {
                listeners.withLock { $0.append(listener) }
            }

            func change() { for listener in listeners.withLock({ $0 }) { listener() } }
        }

        private final class Handler: RequestHandler {
            private let told: () -> Void
            init(_ told: @escaping () -> Void) { self.told = told }
            func handle(_ call: CallContext, payload: borrowing RawSpan, reply: any ReplyTarget)
                -> CallOutcome
            {
                .failed(RPCError(.unimplemented, "none"))
            }
            func sourceChanged() { told() }
        }

        @Test(arguments: ReadinessKind.allCases)
        func `idle loops are told of a change, and often is told once`(
            readiness: ReadinessKind
        ) async throws {
            let source = Source()
            var configuration = ServerConfiguration(listen: [.tcp(host: "127.0.0.1", port: 0)])
            configuration.loopCount = 3
            configuration.readiness = readiness
            let server = Server(configuration, factory: source)
            _ = try server.start()
            source.change()
            #expect(await eventually { source.toldCounts.withLock { $0 } == [1, 1, 1] })
            for _ in 0..<10_000 { source.change() }
            source.change()
            #expect(await eventually { source.toldCounts.withLock { $0.allSatisfy { $0 > 1 } } })
            #expect(source.toldCounts.withLock { $0.allSatisfy { $0 < 10_000 } })
            server.stopNow()
        }
    }
}
