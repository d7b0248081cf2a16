internal import LatencyHistogram
internal import LoadGenerator
internal import RPCCore
internal import SocketTransport

extension LoadRun {
    /// How often a wait looks for a reason to stop that rings no bell.
    private static let lookNanoseconds: Int64 = 100_000_000

    /// Makes all connections, one after the other, within one time limit for all of them. The calls
    /// that block are on other threads, so that an interruption is heard at once.
    ///
    /// - Returns: why the run ends before it began; nil when all connections are there.
    func connectAll() throws(RPCError) -> RunEnd? {
        let waiting: LoadPoller
        do throws(TransportError) { waiting = try LoadPoller() } catch {
            throw RPCError(.unavailable, error.message)
        }
        _ = waiting.add(control.bell.descriptor, token: Self.bellToken)
        let interrupts = Interrupts.watchDescriptor
        if interrupts >= 0 { _ = waiting.add(interrupts, token: Self.interruptToken) }
        let limit = target.connectTimeoutMilliseconds
        let deadline = MonotonicTime.now.nanoseconds + limit * 1_000_000
        for connection in connections {
            let rest = (deadline - MonotonicTime.now.nanoseconds + 999_999) / 1_000_000
            guard rest > 0 else { throw tooSlow(connection.place, limit) }
            control.connectNow(connection.place, target.address, timeout: rest)
            guard let descriptor = try nextDescriptor(waiting) else {
                return control.stopReason ?? .interrupted
            }
            guard open(connection, descriptor) else {
                throw RPCError(.unavailable, "no file descriptor is left for the connections")
            }
        }
        return nil
    }

    private func tooSlow(_ count: Int, _ limitMilliseconds: Int64) -> RPCError {
        RPCError(
            .deadlineExceeded,
            "only \(count) of \(connections.count) connections were made within "
                + "\(limitMilliseconds) ms; use fewer with --connections or a longer --timeout")
    }

    /// The connection that is being made; nil when the run is to end.
    private func nextDescriptor(_ waiting: LoadPoller) throws(RPCError) -> Int32? {
        while true {
            if control.stopReason != nil { return nil }
            if let made = control.takeConnected().first {
                let descriptor = try made.outcome.get()
                unsafe recorder.connecting.record(made.nanoseconds)
                return descriptor
            }
            _ = waiting.wait(nanoseconds: Self.lookNanoseconds)
            control.bell.silence()
        }
    }
}
