internal import Dispatch
internal import GRPCOverHTTP2
internal import OperatorPages
internal import RPCCore
internal import TTRPC

/// Shows the pages for operators on listeners of their own and speaks nothing else. It has its own
/// event loop and its own bound of connections, so that probes get through while clients keep the
/// server busy, while it loads and while it drains.
public final class PageServer: @unchecked Sendable {
    // Unchecked: all mutable state is used on `queue` only.
    /// Probes and a few scrapers.
    private static let connectionCountMaximum = 256
    /// From the connection to the end of its request, and for taking the answer.
    private static let requestMillisecondsMaximum: Int64 = 10_000

    private let configuration: ServerConfiguration
    private let counters: ServerCounters
    private let memory: MemoryGauge
    private let queue = DispatchQueue(label: "episodes.transport.pages.control", target: .global())
    private var listeners: [Listener] = []
    private var lane: Lane?

    /// - Parameter configuration: where to listen, how sockets are made, and the bounds; its `pages`
    ///   are shown.
    public init(_ configuration: ServerConfiguration) {
        self.configuration = configuration
        memory = MemoryGauge(byteCountMaximum: configuration.limits.bufferedByteCountMaximum)
        counters = ServerCounters(
            loopCount: 1, methodCount: 0, onWarning: configuration.onWarning)
    }

    deinit { end() }

    /// Binds every address and begins to serve; once.
    ///
    /// - Returns: the bound addresses with their real ports.
    /// - Throws: one line, as `Server.start` does; nothing is left open then.
    public func start() throws(TransportError) -> [SocketAddress] {
        let result = queue.sync { () -> Result<[SocketAddress], TransportError> in
            do throws(TransportError) { return .success(try startOnQueue()) } catch {
                return .failure(error)
            }
        }
        return try result.get()
    }

    private func startOnQueue() throws(TransportError) -> [SocketAddress] {
        guard lane == nil else { throw TransportError("the page server was started before") }
        var sockets: [ListeningSocket] = []
        let options = ListeningOptions(
            backlog: configuration.backlog, socketMode: configuration.socketMode)
        do throws(TransportError) {
            for address in configuration.listen {
                sockets += try ListeningSocket.open(address, options)
            }
            lane = try makeLane()
        } catch {
            for socket in sockets { socket.close() }
            throw error
        }
        listeners = sockets.map { socket in
            Listener(socket, queue: queue, counters: counters) { [unowned self] in take($0) }
        }
        for listener in listeners { listener.start() }
        return sockets.map(\.address)
    }

    private func makeLane() throws(TransportError) -> Lane {
        let laneQueue = DispatchQueue(label: "episodes.transport.pages.loop", target: .global())
        let readiness = DispatchReadiness(queue: laneQueue)
        let methods = MethodTable([])
        let limits = Self.limits(configuration.limits)
        let grpcRules: GRPCServerRules
        do throws(GRPCUnavailable) {
            grpcRules = try GRPCServerRules(methods: methods, limits: limits)
        } catch {
            throw TransportError(error.message)
        }
        let lane = Lane(
            rules: ServerRules(methods: methods, limits: limits),
            grpcRules: grpcRules, handler: NoCalls(), readiness: readiness, counters: counters,
            load: counters.loads[0], memory: memory,
            pages: configuration.pages.map { PageDesk($0) }, isForPagesOnly: true, onDrained: {})
        readiness.start(lane)
        return lane
    }

    /// Nobody who means well needs long here, whatever clients of the service are given.
    private static func limits(_ limits: TransportLimits) -> TransportLimits {
        var limits = limits
        limits.frameArrivalTimeoutMilliseconds = min(
            limits.frameArrivalTimeoutMilliseconds, requestMillisecondsMaximum)
        limits.sendStallTimeoutMilliseconds = min(
            limits.sendStallTimeoutMilliseconds, requestMillisecondsMaximum)
        return limits
    }

    private func take(_ socket: AcceptedSocket) {
        guard let lane, counters.tryOpen(maximum: Self.connectionCountMaximum) else {
            return Syscalls.refuse(socket.descriptor)
        }
        lane.load.add()
        guard !lane.post(.serve(socket)) else { return }
        Syscalls.close(socket.descriptor)
        lane.countClosed()
    }

    /// Its connections and limits; it takes no calls.
    public var metrics: ServerMetrics {
        var metrics = counters.metrics(MethodTable([]))
        metrics.bufferedByteCount = memory.byteCount
        return metrics
    }

    /// Closes everything; the files of unix sockets are gone when this returns.
    public func stop() {
        queue.sync {
            for listener in listeners { listener.cancel() }
            listeners = []
            end()
            lane = nil
        }
    }

    /// The lane lives until it has closed its connections.
    private func end() {
        guard let lane else { return }
        _ = lane.post(.stop { _ in withExtendedLifetime(lane) {} })
    }
}

/// The handler of an event loop that gets no calls.
private final class NoCalls: RequestHandler {
    func handle(_ call: CallContext, payload: borrowing RawSpan, reply: any ReplyTarget)
        -> CallOutcome
    {
        .failed(RPCError(.unimplemented, "no calls are taken here"))
    }
}
