internal import RPCCore
internal import SocketTransport
internal import Synchronization

/// One streaming call: begins with its first message that is asked for, on a connection for streams,
/// and again as unary calls are until that message has come.
final class StreamCall: Sendable {
    private enum State {
        case waiting
        case open(ReplyMessages, StreamLease)
        case ended
    }

    private let client: EpisodeClient
    private let method: RPCMethod
    private let payload: [UInt8]
    private let metadata: [(String, String)]
    private let deadline: MonotonicTime
    private let options: CallOptions
    private let state = Mutex(State.waiting)

    init(
        _ client: EpisodeClient, _ method: RPCMethod, _ payload: [UInt8],
        _ metadata: [(String, String)], _ deadline: MonotonicTime, _ options: CallOptions
    ) {
        self.client = client
        self.method = method
        self.payload = payload
        self.metadata = metadata
        self.deadline = deadline
        self.options = options
    }

    /// The next message; nil at the end. After an error, the end.
    func next() async throws(RPCError) -> [UInt8]? {
        switch current {
        case .ended: return nil
        case .waiting: return try await first()
        case .open(let messages, _):
            do throws(RPCError) {
                let message = try await messages.next()
                if message == nil { set(.ended) }
                return message
            } catch {
                set(.ended)
                throw error
            }
        }
    }

    private func first() async throws(RPCError) -> [UInt8]? {
        var lifecycle = CallLifecycle(
            client.configuration.retries, isIdempotent: method.isIdempotent, deadline: deadline)
        while true {
            var failure: CallLifecycle.Failure
            var place: ConnectionPool.Place?
            var messages: ReplyMessages?
            do throws(RPCError) {
                let lease = try await client.pool.acquireForStream(
                    deadline: deadline, waitsForReady: client.waitsForReady(options))
                place = lease.place
                let opened = try lease.connection.stream(
                    method.wire, payload, deadline: deadline, metadata: metadata)
                messages = opened
                let message = try await opened.next()
                client.pool.noteSuccess(lease.place)
                set(message == nil ? .ended : .open(opened, lease))
                return message
            } catch {
                failure = CallLifecycle.Failure(
                    error: error, wasSent: messages.map { !$0.wasNeverSent } ?? false,
                    isHopeless: messages?.isHopeless ?? false)
            }
            do throws(RPCError) {
                try await client.settle(failure, place, &lifecycle, deadline)
            } catch {
                set(.ended)
                throw error
            }
        }
    }

    private var current: State { state.withLock { $0 } }
    private func set(_ new: State) { state.withLock { $0 = new } }
}
