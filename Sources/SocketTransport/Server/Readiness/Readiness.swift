internal import RPCCore

/// How a server learns that sockets are ready.
public enum ReadinessKind: String, CaseIterable, Sendable {
    /// A private epoll set for each loop, itself watched by one Dispatch source: the fast form.
    case epoll
    /// One Dispatch source for each connection: works wherever Dispatch does.
    case dispatch
}

/// The seam between a lane and what tells it of ready sockets. Everything but `wake` is called on
/// the lane's queue.
protocol Readiness: AnyObject, Sendable {
    /// Whether an event may be the last one for bytes that are already there, so that each must be
    /// read until the socket is empty.
    var readsUntilBlocked: Bool { get }
    func start(_ lane: Lane)
    /// False when the system cannot watch one more socket.
    func add(_ connection: Connection) -> Bool
    /// Tells the set what the connection wants now.
    func update(_ connection: Connection)
    /// Stops watching and closes the descriptor, in the order the system needs.
    func removeAndClose(_ connection: Connection)
    /// Calls the lane's `timerFired` at this time; the distant future means never.
    func armTimer(at time: MonotonicTime)
    /// Has the lane look at its mailbox soon. Any thread.
    func wake()
    /// Connections with work left wait: another round, please.
    func requestRound()
    /// Ends everything; `completion` follows when the descriptors of the set are closed.
    func stop(completion: @escaping @Sendable () -> Void)
}
