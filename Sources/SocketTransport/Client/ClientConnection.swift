internal import Dispatch
public import RPCCore

/// One connection to a server, shared by any number of concurrent calls.
///
/// Calls go out in the order they are made and their replies may come in any order. A call ends
/// with its reply, at its deadline, when its task is cancelled or when the connection is lost,
/// whichever comes first. A lost connection stays lost: connect anew.
public final class ClientConnection: Sendable {
    private let shared: ClientCalls
    private let socket: ClientSocket

    /// Connects to `address`, trying every address that its name has.
    ///
    /// - Parameter timeoutMilliseconds: for resolving and connecting together, at least 1.
    /// - Throws: UNAVAILABLE when nothing answers there, CANCELLED when the task was cancelled.
    public static func connect(
        to address: SocketAddress, timeoutMilliseconds: Int64
    ) async throws(RPCError) -> ClientConnection {
        let connector = SocketConnector(
            address: address, timeoutMilliseconds: max(1, timeoutMilliseconds))
        let attempt = ConnectionAttempt(connector)
        let outcome = await withTaskCancellationHandler {
            await withCheckedContinuation { attempt.start($0) }
        } onCancel: {
            attempt.finish(.failure(ClientCalls.cancelled()))
        }
        return ClientConnection(descriptor: try outcome.get())
    }

    init(descriptor: Int32) {
        shared = ClientCalls()
        socket = ClientSocket(descriptor: descriptor, delegate: shared)
        shared.attach(socket)
        socket.start()
    }

    deinit { close() }

    /// Makes one unary call.
    ///
    /// - Parameters:
    ///   - timeoutMilliseconds: for everything from now to the reply; 0 or less fails at once. The
    ///     server is told what is left of it.
    ///   - metadata: keys in lower case.
    /// - Returns: the payload of the reply.
    /// - Throws: the server's status, or DEADLINE_EXCEEDED, CANCELLED, UNAVAILABLE (the connection
    ///   is lost or the peer speaks something else) or RESOURCE_EXHAUSTED (too large).
    public func call(
        service: String, method: String, payload: [UInt8], timeoutMilliseconds: Int64,
        metadata: [(String, String)] = []
    ) async throws(RPCError) -> [UInt8] {
        let deadline = MonotonicTime.now.advanced(byMilliseconds: timeoutMilliseconds)
        let ticket = shared.takeTicket()
        let request = ClientCalls.Request(
            service: service, method: method, payload: payload, metadata: metadata,
            deadline: deadline)
        let outcome = await withTaskCancellationHandler {
            await withCheckedContinuation { shared.begin(request, ticket: ticket, $0) }
        } onCancel: {
            shared.cancel(ticket)
        }
        shared.forget(ticket)
        return try outcome.get()
    }

    /// Makes one server-streaming call. It begins at once; its messages come as they are asked for.
    ///
    /// - Parameters:
    ///   - timeoutMilliseconds: for everything from now to the end of the stream; 0 or less fails at
    ///     once. The server is told what is left of it.
    ///   - metadata: keys in lower case.
    /// - Throws: when the call cannot begin; what goes wrong later is thrown by the messages.
    public func stream(
        service: String, method: String, payload: [UInt8], timeoutMilliseconds: Int64,
        metadata: [(String, String)] = []
    ) throws(RPCError) -> ReplyMessages {
        let deadline = MonotonicTime.now.advanced(byMilliseconds: timeoutMilliseconds)
        let stream = try shared.open(
            ClientCalls.Request(
                service: service, method: method, payload: payload, metadata: metadata,
                deadline: deadline))
        return ReplyMessages(shared, stream: stream, keeping: self)
    }

    /// Whether the peer has sent anything of this protocol yet.
    public var hasHeardPeer: Bool { shared.hasHeardPeer }

    /// Ends the connection; calls that wait fail with UNAVAILABLE.
    public func close() {
        shared.fail(RPCError(.unavailable, "the connection was closed by this client"))
        let socket = socket
        socket.queue.async { socket.close() }
    }
}
