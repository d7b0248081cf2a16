public import LoadGenerator
public import SocketTransport
internal import RPCCore
internal import Synchronization

/// Lets other threads end a run, and brings it the connections that they make.
public final class LoadControl: Sendable {
    private struct State {
        var stop: RunEnd?
        var connected: [Connected] = []
        var isOver = false
    }

    struct Connected: Sendable {
        var place: Int
        var outcome: Result<Int32, RPCError>
        /// How long it took.
        var nanoseconds: Int64
    }

    let bell: LoadBell
    private let state = Mutex(State())

    /// - Throws: when no file descriptor is left.
    public init() throws(TransportError) { bell = try LoadBell() }

    /// Ends the run as soon as it looks; only the first reason counts.
    public func stop(_ reason: RunEnd) {
        state.withLock { state in
            if state.stop == nil { state.stop = reason }
        }
        bell.ring()
    }

    var stopReason: RunEnd? {
        switch Interrupts.first {
        case .interrupted?: .interrupted
        case .terminated?: .terminated
        case nil: state.withLock(\.stop)
        }
    }

    /// Connects after a while, on a thread of its own.
    func connect(_ place: Int, _ address: SocketAddress, timeout: Int64, after: Int64) {
        LoadSocket.connect(address, timeoutMilliseconds: timeout, afterMilliseconds: after) {
            [self] outcome in
            bring(Connected(place: place, outcome: outcome, nanoseconds: 0))
        }
    }

    /// Connects at once, on a thread of its own, and tells how long it took.
    func connectNow(_ place: Int, _ address: SocketAddress, timeout: Int64) {
        LoadSocket.onThread { [self] in
            let start = MonotonicTime.now.nanoseconds
            let outcome = LoadSocket.connect(address, timeoutMilliseconds: timeout)
            bring(
                Connected(
                    place: place, outcome: outcome,
                    nanoseconds: MonotonicTime.now.nanoseconds - start))
        }
    }

    private func bring(_ connected: Connected) {
        let isOver = state.withLock { state in
            if !state.isOver { state.connected.append(connected) }
            return state.isOver
        }
        if isOver, case .success(let descriptor) = connected.outcome {
            LoadSocket.close(descriptor)
        }
        bell.ring()
    }

    func takeConnected() -> [Connected] {
        state.withLock { state in
            defer { state.connected = [] }
            return state.connected
        }
    }

    /// The run takes no more connections.
    func end() {
        let late = state.withLock { state in
            state.isOver = true
            defer { state.connected = [] }
            return state.connected
        }
        for case .success(let descriptor) in late.map(\.outcome) { LoadSocket.close(descriptor) }
    }
}
