import EpisodeModel
import EpisodeService
import RPCCore
import Synchronization
import Testing

/// Purpose: whoever watches the health hears of every change, and of nothing else.
struct HealthWatchTests {
    private final class CountingWaker: StreamWaker {
        let count = Atomic(0)
        func wake() { count.add(1, ordering: .relaxed) }
    }

    private func open(
        _ service: InProcess, _ name: String, _ waker: any StreamWaker
    ) throws -> any ReplyStream {
        let index = try #require(
            service.service.methods.methods.firstIndex { $0.name == "Watch" })
        let context = CallContext(
            method: MethodID(index: index), arrival: MonotonicTime(nanoseconds: 0),
            now: MonotonicTime(nanoseconds: 0), deadline: .distantFuture)
        let payload = name.isEmpty ? [] : [10, UInt8(name.utf8.count)] + Array(name.utf8)
        switch service.handler.open(context, payload: payload.span.bytes, waker: waker) {
        case .opened(let stream): return stream
        case .failed(let error): throw error
        case .retry: throw RPCError(.aborted, "asked to retry")
        }
    }

    /// The status of the next message, or nil; whether the stream is over.
    private func next(_ stream: any ReplyStream) throws -> (status: UInt8?, isOver: Bool) {
        let target = CollectingTarget()
        switch stream.next(now: MonotonicTime(nanoseconds: 0), into: target) {
        case .message: return (try #require(target.bytes).last, false)
        case .wait: return (nil, false)
        case .end: return (nil, true)
        case .failed(let error): throw error
        }
    }

    @Test func `a watch says that all is well at once, and then only what changes`() throws {
        let service = try InProcess([.make(1)])
        let waker = CountingWaker()
        for name in ["", "episodes.v1.EpisodeService", "grpc.health.v1.Health"] {
            let stream = try open(service, name, waker)
            #expect(try next(stream) == (1, false))
            #expect(try next(stream) == (nil, false))
        }
        #expect(waker.count.load(ordering: .relaxed) == 0)
    }

    @Test func `a drain wakes every watch, which tells it and ends`() throws {
        let service = try InProcess([.make(1)])
        let wakers = [CountingWaker(), CountingWaker()]
        let known = try open(service, "", wakers[0])
        let unknown = try open(service, "no.Service", wakers[1])
        #expect(try next(known) == (1, false))
        // Nobody knows it now; it could come.
        #expect(try next(unknown) == (3, false))
        #expect(try next(unknown) == (nil, false))
        service.service.beginDraining()
        #expect(wakers.allSatisfy { $0.count.load(ordering: .relaxed) == 1 })
        #expect(try next(known) == (2, false))
        #expect(try next(known) == (nil, true))
        #expect(try next(unknown) == (nil, true))
    }

    @Test func `a watch that is let go of is woken no more`() throws {
        let service = try InProcess([.make(1)])
        let waker = CountingWaker()
        var stream: (any ReplyStream)? = try open(service, "", waker)
        #expect(stream != nil)
        stream = nil
        service.service.beginDraining()
        #expect(waker.count.load(ordering: .relaxed) == 0)
    }

    @Test func `a watch can last a day and is asked for by one message`() throws {
        let service = try InProcess([.make(1)])
        let method = try #require(service.service.methods.methods.first { $0.name == "Watch" })
        #expect(method.kind == .serverStreaming)
        #expect(method.isWatch)
    }
}
