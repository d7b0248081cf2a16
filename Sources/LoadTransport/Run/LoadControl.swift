public import LoadGenerator
public import SocketTransport
internal import RPCCore
internal import Synchronization

/// Lets other threads end a run, and brings it the connections that they make.
public final class LoadControl: Sendable {
    private struct State {
        var stop: RunEnd?
        var connected: [(place: Int, outcome: Result<Int32, RPCError>)] = []
        var isOver = false
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
            let isOver = state.withLock { state in
                if !state.isOver { state.connected.append((place, outcome)) }
                return state.isOver
            }
            if isOver, case .success(let descriptor) = outcome { LoadSocket.close(descriptor) }
            bell.ring()
        }
    }

    func takeConnected() -> [(place: Int, outcome: Result<Int32, RPCError>)] {
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
