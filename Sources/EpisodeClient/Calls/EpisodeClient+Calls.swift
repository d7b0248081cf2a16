public import RPCCore
internal import SocketTransport

/// Calls of any method, in bytes.
extension EpisodeClient {
    /// Calls any unary method: the message of its request in bytes, and its reply's back.
    nonisolated(nonsending) public func call(
        _ method: RPCMethod, _ payload: [UInt8], options: CallOptions = .standard
    ) async throws(RPCError) -> [UInt8] {
        let now = MonotonicTime.now
        let deadline = self.deadline(options, from: now)
        let metadata = try metadata(options)
        var failure: CallLifecycle.Failure?
        var place: ConnectionPool.Place?
        if let (connection, chosen) = pool.choose(now) {
            let end = await connection.perform(
                method.wire, payload, deadline: deadline, metadata: metadata, now: now)
            if case .success(let reply) = end.outcome {
                pool.noteSuccess(chosen)
                return reply
            }
            place = chosen
            failure = failed(end, connection, chosen)
        }
        return try await call(
            method, payload, metadata, deadline, options, after: failure, at: place)
    }

    /// The same without a connection at hand or after a failure.
    nonisolated(nonsending) private func call(
        _ method: RPCMethod, _ payload: [UInt8], _ metadata: [(String, String)],
        _ deadline: MonotonicTime, _ options: CallOptions, after earlier: CallLifecycle.Failure?,
        at earlierPlace: ConnectionPool.Place?
    ) async throws(RPCError) -> [UInt8] {
        var lifecycle = CallLifecycle(
            configuration.retries, isIdempotent: method.isIdempotent, deadline: deadline)
        var failure = earlier
        var place = earlierPlace
        while true {
            if let failure {
                try await settle(failure, place, &lifecycle, deadline)
            }
            place = nil
            do throws(RPCError) {
                let (connection, chosen) = try await pool.acquire(
                    deadline: deadline, waitsForReady: waitsForReady(options))
                place = chosen
                let end = await connection.perform(
                    method.wire, payload, deadline: deadline, metadata: metadata, now: .now)
                if case .success(let reply) = end.outcome {
                    pool.noteSuccess(chosen)
                    return reply
                }
                failure = failed(end, connection, chosen)
            } catch {
                failure = CallLifecycle.Failure(error: error, wasSent: false)
            }
        }
    }

    /// Returns when the call is to be made again.
    nonisolated(nonsending) func settle(
        _ failure: CallLifecycle.Failure, _ place: ConnectionPool.Place?,
        _ lifecycle: inout CallLifecycle, _ deadline: MonotonicTime
    ) async throws(RPCError) {
        switch pool.noteFailure(failure, place, &lifecycle) {
        case .end(let error): throw error
        case .retry(let nanoseconds):
            guard nanoseconds > 0 else { return }
            do {
                try await Task.sleep(nanoseconds: UInt64(nanoseconds))
            } catch {
                throw RPCError(.cancelled, "the call was cancelled")
            }
        }
    }

    private func failed(
        _ end: CallEnd, _ connection: ClientConnection, _ place: ConnectionPool.Place
    ) -> CallLifecycle.Failure? {
        guard case .failure(let error) = end.outcome else { return nil }
        if !end.wasSent { pool.retire(connection, place) }
        return CallLifecycle.Failure(
            error: error, wasSent: end.wasSent, isHopeless: connection.spokeAnotherProtocol)
    }

    nonisolated(nonsending) func call<Response>(
        _ method: RPCMethod, _ payload: [UInt8], _ options: CallOptions,
        _ decode: ([UInt8]) throws(EpisodeError) -> Response
    ) async throws(RPCError) -> Response {
        try method.read(try await call(method, payload, options: options), decode)
    }

    func deadline(_ options: CallOptions, from now: MonotonicTime) -> MonotonicTime {
        now.advanced(
            byMilliseconds: options.timeoutMilliseconds ?? configuration.timeoutMilliseconds)
    }

    func waitsForReady(_ options: CallOptions) -> Bool {
        options.waitsForReady ?? configuration.waitsForReady
    }

    func metadata(_ options: CallOptions) throws(RPCError) -> [(String, String)] {
        guard !options.metadata.pairs.isEmpty else { return configuration.metadata.pairs }
        let joined = configuration.metadata.joined(options.metadata)
        try joined.check()
        return joined.pairs
    }
}
