internal import Dispatch
internal import GRPCOverHTTP2
internal import RPCCore
internal import TTRPC

/// The part of a server that listens, starts and ends. Confined to its queue.
final class ServerControl: @unchecked Sendable {
    // Unchecked: all mutable state is used on `queue` only.
    private enum Phase { case new, running, draining, stopping, stopped }

    let counters: ServerCounters
    private let memory: MemoryGauge
    private let configuration: ServerConfiguration
    private let factory: any RequestHandlerFactory
    /// On a pool that makes no thread for a queue while another one of its threads is free: a queue
    /// of its own kind would get a new thread whenever a connection comes while the last is on its
    /// way to sleep, so that their number grows with load.
    private let queue = DispatchQueue(label: "episodes.transport.control", target: .global())
    private var phase = Phase.new
    private var lanes: [Lane] = []
    private var listeners: [Listener] = []
    private var nextLane = 0
    private var drainedCount = 0
    private var stoppedCount = 0
    private var cutCount = 0
    private var completions: [@Sendable (DrainResult) -> Void] = []
    private var pulse: Pulse?

    init(_ configuration: ServerConfiguration, factory: any RequestHandlerFactory) {
        self.configuration = configuration
        self.factory = factory
        memory = MemoryGauge(byteCountMaximum: configuration.limits.bufferedByteCountMaximum)
        counters = ServerCounters(
            loopCount: max(configuration.loopCount, 1),
            methodCount: factory.methods.methods.count, onWarning: configuration.onWarning)
    }

    func start() throws(TransportError) -> [SocketAddress] {
        let result = queue.sync { () -> Result<[SocketAddress], TransportError> in
            do throws(TransportError) { return .success(try startOnQueue()) } catch {
                return .failure(error)
            }
        }
        return try result.get()
    }

    private func startOnQueue() throws(TransportError) -> [SocketAddress] {
        guard phase == .new else { throw TransportError("the server was started before") }
        var sockets: [ListeningSocket] = []
        let options = ListeningOptions(
            backlog: configuration.backlog, socketMode: configuration.socketMode)
        do throws(TransportError) {
            for socket in configuration.inherited {
                sockets.append(try ListeningSocket.adopt(socket))
            }
            for address in configuration.listen {
                sockets += try ListeningSocket.open(address, options)
            }
            try makeLanes()
        } catch {
            for socket in sockets { socket.close() }
            endLanes()
            throw error
        }
        phase = .running
        listeners = sockets.map { socket in
            Listener(socket, queue: queue, counters: counters) { [unowned self] in take($0) }
        }
        for listener in listeners { listener.start() }
        if let heartbeat = configuration.heartbeat {
            pulse = Pulse(heartbeat, lanes: lanes, queue: queue)
        }
        return sockets.map(\.address)
    }

    private func makeLanes() throws(TransportError) {
        let rules = ServerRules(methods: factory.methods, limits: configuration.limits)
        let grpcRules = try makeGRPCRules()
        let desk = configuration.pages.map { PageDesk($0) }
        for (number, load) in counters.loads.enumerated() {
            // An epoll loop waits in its handler, so it needs a thread of its own.
            let laneQueue = DispatchQueue(
                label: "episodes.transport.loop.\(number)",
                target: configuration.readiness == .dispatch ? .global() : nil)
            let readiness: any Readiness =
                switch configuration.readiness {
                case .epoll:
                    try EpollReadiness(
                        queue: laneQueue, lingerMilliseconds: configuration.lingerMilliseconds)
                case .dispatch: DispatchReadiness(queue: laneQueue)
                }
            let lane = Lane(
                rules: rules, grpcRules: grpcRules, handler: factory.makeHandler(),
                readiness: readiness, counters: counters, load: load, memory: memory,
                pages: desk
            ) { [weak self] in
                guard let self else { return }
                queue.async { self.laneDrained() }
            }
            readiness.start(lane)
            lanes.append(lane)
            let notice = LaneNotice { [weak lane] notice in
                _ = lane?.post(.sourceChanged(notice))
            }
            factory.onSourceChange { notice.wake() }
        }
    }

    private func makeGRPCRules() throws(TransportError) -> GRPCServerRules {
        do throws(GRPCUnavailable) {
            return try GRPCServerRules(methods: factory.methods, limits: configuration.limits)
        } catch {
            throw TransportError(error.message)
        }
    }

    private func take(_ socket: AcceptedSocket) {
        guard phase == .running,
            counters.tryOpen(maximum: configuration.limits.connectionCountMaximum)
        else { return Syscalls.refuse(socket.descriptor) }
        let lane = nextLeastLoadedLane()
        lane.load.add()
        guard !lane.post(.serve(socket)) else { return }
        Syscalls.close(socket.descriptor)
        lane.countClosed()
    }

    /// The lane with the fewest connections; those with as many take turns.
    private func nextLeastLoadedLane() -> Lane {
        var best = nextLane
        for step in 1..<max(lanes.count, 2) {
            let index = (nextLane + step) % lanes.count
            if lanes[index].load.connectionCount < lanes[best].load.connectionCount { best = index }
        }
        nextLane = (best + 1) % lanes.count
        return lanes[best]
    }

    var statistics: ServerStatistics {
        var statistics = counters.statistics
        statistics.bufferedByteCount = memory.byteCount
        return statistics
    }

    var metrics: ServerMetrics {
        var metrics = counters.metrics(factory.methods)
        metrics.bufferedByteCount = memory.byteCount
        return metrics
    }

    func drain(_ completion: @escaping @Sendable (DrainResult) -> Void) {
        queue.async { [self] in
            switch phase {
            case .new:
                phase = .stopped
                completion(DrainResult(cutConnectionCount: 0))
            case .stopped: completion(DrainResult(cutConnectionCount: cutCount))
            case .draining, .stopping: completions.append(completion)
            case .running:
                // Clients in the backlog are connected already and may have sent a call.
                for listener in listeners where !listener.isInherited {
                    listener.acceptWaiting(atMost: Int(max(configuration.backlog, 0)) + 1)
                }
                phase = .draining
                completions.append(completion)
                stopListening()
                for lane in lanes { _ = lane.post(.drain) }
                let limit = max(configuration.limits.drainTimeoutMilliseconds, 0)
                let wait = DispatchTimeInterval.milliseconds(Int(min(limit, 86_400_000)))
                queue.asyncAfter(deadline: .now() + wait) { [weak self] in self?.endLanes() }
            }
        }
    }

    func stopNow() {
        queue.async { [self] in
            if phase == .new { phase = .stopped }
            stopListening()
            endLanes()
        }
    }

    private func stopListening() {
        for listener in listeners { listener.cancel() }
        listeners = []
    }

    private func laneDrained() {
        drainedCount += 1
        if drainedCount == lanes.count { endLanes() }
    }

    private func endLanes() {
        guard phase != .stopping, phase != .stopped else { return }
        guard phase != .new else {
            // A start that failed half way.
            for lane in lanes { _ = lane.post(.stop { _ in }) }
            lanes = []
            return
        }
        phase = .stopping
        for lane in lanes {
            _ = lane.post(
                .stop { [self] count in queue.async { self.laneStopped(cutCount: count) } })
        }
    }

    private func laneStopped(cutCount count: Int) {
        cutCount += count
        stoppedCount += 1
        guard stoppedCount == lanes.count else { return }
        phase = .stopped
        lanes = []
        pulse = nil
        for completion in completions {
            completion(DrainResult(cutConnectionCount: cutCount))
        }
        completions = []
    }
}
