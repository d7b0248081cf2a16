internal import Dispatch
internal import Glibc
internal import RPCCore

/// Connects a socket to an address, trying everything its name resolves to.
struct SocketConnector {
    let address: SocketAddress
    let timeoutMilliseconds: Int64

    /// Resolves and connects; blocks the calling thread at most for the timeout and what the
    /// resolver takes.
    ///
    /// Every address gets its share of the time that is left, so that one that drops packets does
    /// not use up the time of the next.
    func connect() -> Result<Int32, RPCError> {
        let deadline = MonotonicTime.now.advanced(byMilliseconds: timeoutMilliseconds)
        do throws(TransportError) {
            let candidates = try address.resolve(forListening: false)
            var problem = "it has no address"
            for (index, candidate) in candidates.enumerated() {
                let rest = deadline.nanoseconds(since: .now)
                guard rest > 0 else { return .failure(timeoutError()) }
                let share = rest / Int64(candidates.count - index)
                let limit = MonotonicTime.now.advanced(byNanoseconds: share)
                switch attempt(candidate, until: limit) {
                case .success(let descriptor): return .success(descriptor)
                case .failure(let error): problem = error.message
                }
            }
            return .failure(failure(problem))
        } catch {
            return .failure(failure(error.message))
        }
    }

    /// What a connection attempt that ran out of time is called.
    func timeoutError() -> RPCError { failure("no answer within \(timeoutMilliseconds) ms") }

    private func failure(_ problem: String) -> RPCError {
        RPCError(.unavailable, "cannot connect to \(address): \(problem)")
    }

    private func attempt(
        _ candidate: ResolvedAddress, until limit: MonotonicTime
    ) -> Result<Int32, TransportError> {
        let opened = Syscalls.socket(family: candidate.family)
        guard opened.isSuccess else { return .failure(Self.fault(opened)) }
        let descriptor = opened.descriptor
        if let fault = establish(descriptor, candidate, until: limit) {
            Syscalls.close(descriptor)
            return .failure(fault)
        }
        Syscalls.setNoDelay(descriptor)
        // Calls have deadlines; a watch would wait a day for a host that is gone.
        Syscalls.watchPeer(descriptor, idleSeconds: 15, limitSeconds: 30)
        return .success(descriptor)
    }

    /// Nil when connected.
    private func establish(
        _ descriptor: Int32, _ candidate: ResolvedAddress, until limit: MonotonicTime
    ) -> TransportError? {
        var result = Syscalls.connect(descriptor, candidate)
        // A unix socket whose listener has no room answers at once instead of waiting.
        while result.wouldBlock {
            guard MonotonicTime.now < limit else { return Self.expired() }
            usleep(10_000)
            result = Syscalls.connect(descriptor, candidate)
        }
        if result.isSuccess { return nil }
        let errorNumber = result.errorNumber
        guard errorNumber == SystemError.inProgress || errorNumber == SystemError.interrupted else {
            return Self.fault(result)
        }
        guard Self.waitUntilWritable(descriptor, until: limit) else { return Self.expired() }
        let pending = Syscalls.pendingError(descriptor)
        return pending.isSuccess ? nil : Self.fault(pending)
    }

    /// False when the time is over first. An interrupted wait goes on.
    private static func waitUntilWritable(_ descriptor: Int32, until limit: MonotonicTime) -> Bool {
        while true {
            let rest = limit.nanoseconds(since: .now)
            guard rest > 0 else { return false }
            var entry = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
            let milliseconds = Int32(clamping: rest / 1_000_000 + 1)
            if unsafe poll(&entry, 1, milliseconds) > 0 { return true }
        }
    }

    private static func fault(_ result: SystemResult) -> TransportError {
        TransportError(
            SystemError.message(result.errorNumber).lowercased(), errorNumber: result.errorNumber)
    }

    private static func expired() -> TransportError { TransportError("no answer in time") }
}
