internal import Dispatch
public import RPCCore
internal import Synchronization
internal import TTRPC

/// One connection to a server, shared by any number of concurrent calls.
///
/// Calls go out in the order they are made and their replies may come in any order. A call ends
/// with its reply, at its deadline, when its task is cancelled or when the connection is lost,
/// whichever comes first. A lost connection stays lost: connect anew.
public final class ClientConnection: Sendable {
    let link: ClientLink

    /// Connects to `address`, trying every address that its name has.
    ///
    /// - Parameters:
    ///   - timeoutMilliseconds: for resolving and connecting together, at least 1.
    ///   - loop: the thread that serves the connection.
    /// - Throws: UNAVAILABLE when nothing answers there, CANCELLED when the task was cancelled.
    public static func connect(
        to address: SocketAddress, timeoutMilliseconds: Int64, on loop: ClientLoop = .shared
    ) async throws(RPCError) -> ClientConnection {
        try await connect(
            to: address, timeoutMilliseconds: timeoutMilliseconds, on: loop,
            ClientConnectionOptions())
    }

    package static func connect(
        to address: SocketAddress, timeoutMilliseconds: Int64, on loop: ClientLoop,
        _ options: ClientConnectionOptions
    ) async throws(RPCError) -> ClientConnection {
        let connector = SocketConnector(
            address: address, timeoutMilliseconds: max(1, timeoutMilliseconds))
        let attempt = ConnectionAttempt(connector)
        let outcome = await withTaskCancellationHandler {
            await withCheckedContinuation { attempt.start($0) }
        } onCancel: {
            attempt.finish(.failure(ClientLink.cancelled()))
        }
        return ClientConnection(descriptor: try outcome.get(), on: loop, options)
    }

    private init(descriptor: Int32, on loop: ClientLoop, _ options: ClientConnectionOptions) {
        link = ClientLink(
            descriptor, on: loop,
            streams: ClientStreams(
                firstStream: options.firstStream, inFlightMaximum: options.inFlightMaximum))
        link.start()
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
    nonisolated(nonsending) public func call(
        service: String, method: String, payload: [UInt8], timeoutMilliseconds: Int64,
        metadata: [(String, String)] = []
    ) async throws(RPCError) -> [UInt8] {
        try await call(
            ClientMethod(service: service, name: method), payload,
            deadline: MonotonicTime.now.advanced(byMilliseconds: timeoutMilliseconds),
            metadata: metadata)
    }

    /// The same with names that are ready to be sent, and with a time instead of a duration.
    nonisolated(nonsending) public func call(
        _ method: ClientMethod, _ payload: [UInt8], deadline: MonotonicTime,
        metadata: [(String, String)] = []
    ) async throws(RPCError) -> [UInt8] {
        try await perform(
            method, payload, deadline: deadline, metadata: metadata, now: .now
        ).outcome.get()
    }

    /// The same; also says whether the server can have seen it.
    /// - Parameter now: the time, for callers that know it already.
    nonisolated(nonsending) package func perform(
        _ method: ClientMethod, _ payload: [UInt8], deadline: MonotonicTime,
        metadata: [(String, String)], now: MonotonicTime
    ) async -> CallEnd {
        let request = ClientRequest(
            path: method.path, payload: payload, metadata: metadata, deadline: deadline)
        let handle = CallHandle()
        return await withTaskCancellationHandler {
            await unsafe withUnsafeContinuation { continuation in
                unsafe link.begin(request, handle, continuation, now: now)
            }
        } onCancel: {
            if let stream = handle.cancel() { link.cancel(stream) }
        }
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
        try stream(
            ClientMethod(service: service, name: method), payload,
            deadline: MonotonicTime.now.advanced(byMilliseconds: timeoutMilliseconds),
            metadata: metadata)
    }

    /// The same with names that are ready to be sent, and with a time instead of a duration.
    public func stream(
        _ method: ClientMethod, _ payload: [UInt8], deadline: MonotonicTime,
        metadata: [(String, String)] = []
    ) throws(RPCError) -> ReplyMessages {
        let stream = try link.open(
            ClientRequest(
                path: method.path, payload: payload, metadata: metadata, deadline: deadline,
                isStream: true))
        return ReplyMessages(link, stream: stream, keeping: self)
    }

    /// Whether the peer has sent anything of this protocol yet.
    public var hasHeardPeer: Bool { link.state.withLock { $0.hasHeardPeer } }

    /// Whether it can take calls.
    package var isOpen: Bool {
        link.state.withLock { state in
            state.streams.failure == nil && !state.closesWhenIdle
                && state.streams.remainingCallCount > 0
        }
    }

    /// Whether it ended because whatever is at the other end speaks another protocol.
    package var spokeAnotherProtocol: Bool { link.state.withLock { $0.isForeign } }

    /// Calls that wait for a reply or for their turn.
    package var pendingCount: Int { link.state.withLock { $0.streams.pendingCount } }

    /// Names who is told, once each, on any thread: that the connection has ended and why, and that
    /// few stream ids are left. A connection that has ended already says so at once.
    package func observe(
        onEnd: @escaping @Sendable (RPCError) -> Void, onLow: @escaping @Sendable () -> Void
    ) {
        let failure = link.state.withLock { state -> RPCError? in
            guard state.descriptor >= 0 else { return state.streams.failure }
            (state.onEnd, state.onLow) = (onEnd, onLow)
            return nil
        }
        if let failure { onEnd(failure) }
    }

    /// Ends the connection; calls that wait fail with UNAVAILABLE.
    public func close() { link.close(ClientLink.closedByThisSide()) }

    /// Takes no new calls and ends when the last has ended.
    package func closeWhenIdle() { link.closeWhenIdle() }
}
