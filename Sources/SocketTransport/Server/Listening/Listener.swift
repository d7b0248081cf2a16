internal import Dispatch
internal import RPCCore

/// Accepts connections on one socket and hands each to the next lane.
final class Listener: @unchecked Sendable {
    // Unchecked: confined to the control queue.
    /// Accepted in one event, so that other listeners and signals have their turn.
    static let acceptCountMaximum = 256
    private static let pauseMilliseconds = 50

    private let socket: ListeningSocket
    private let queue: DispatchQueue
    private let counters: ServerCounters
    private let source: any DispatchSourceRead
    private let onConnection: (AcceptedSocket) -> Void
    /// Given back to the system for a moment when no descriptor is left, so that a waiting
    /// connection can be accepted and closed instead of waking this process for ever.
    private var spare: Int32
    private var isSuspended = false
    private var isCancelled = false

    init(
        _ socket: ListeningSocket, queue: DispatchQueue, counters: ServerCounters,
        onConnection: @escaping (AcceptedSocket) -> Void
    ) {
        self.socket = socket
        self.queue = queue
        self.counters = counters
        self.onConnection = onConnection
        spare = Syscalls.openSpare().descriptor
        source = DispatchSource.makeReadSource(fileDescriptor: socket.descriptor, queue: queue)
    }

    var isInherited: Bool { socket.isInherited }

    func start() {
        source.setEventHandler { [unowned self] in acceptWaiting() }
        source.setCancelHandler { [self] in
            socket.close()
            if spare >= 0 { Syscalls.close(spare) }
        }
        source.activate()
    }

    /// Stops accepting. Connections in the backlog are reset by the system, unless the socket was
    /// inherited.
    func cancel() {
        guard !isCancelled else { return }
        isCancelled = true
        // Now, as the process may end before the cancel handler runs.
        socket.removeFile()
        if isSuspended { source.resume() }
        isSuspended = false
        source.cancel()
    }

    /// Takes the connections that wait, up to a bound.
    func acceptWaiting(atMost count: Int = acceptCountMaximum) {
        for _ in 0..<count where !isCancelled {
            let result = Syscalls.accept(socket.descriptor)
            if result.isSuccess {
                let transport: ConnectionKind.Transport
                if case .tcp = socket.address {
                    transport = .tcp
                    Syscalls.setNoDelay(result.descriptor)
                } else {
                    transport = .unix
                }
                onConnection(
                    AcceptedSocket(descriptor: result.descriptor, transport: transport))
                continue
            }
            switch result.errorNumber {
            case SystemError.wouldBlock: return
            case SystemError.processOutOfDescriptors, SystemError.systemOutOfDescriptors:
                guard shedOne() else { return }
            case let number where SystemError.brokenConnections.contains(number): continue
            default: return pause()
            }
        }
    }

    /// Accepts and closes one connection with the spare descriptor; false when none waits.
    private func shedOne() -> Bool {
        if spare < 0 { spare = Syscalls.openSpare().descriptor }
        guard spare >= 0 else {
            pause()
            return false
        }
        Syscalls.close(spare)
        let result = Syscalls.accept(socket.descriptor)
        if result.isSuccess {
            Syscalls.refuse(result.descriptor)
            counters.countRefused(
                .descriptors, "no file descriptor is left; raise the limit (ulimit -n)")
        }
        spare = Syscalls.openSpare().descriptor
        return result.isSuccess
    }

    /// Looks away for a moment: the system is short of something and says so at every try.
    private func pause() {
        guard !isSuspended, !isCancelled else { return }
        isSuspended = true
        source.suspend()
        queue.asyncAfter(deadline: .now() + .milliseconds(Self.pauseMilliseconds)) { [weak self] in
            guard let self, isSuspended else { return }
            isSuspended = false
            source.resume()
        }
    }
}
