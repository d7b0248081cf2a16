internal import GRPCOverHTTP2
internal import RPCCore
internal import TTRPC

/// How much one connection may do before the others have their turn.
struct TurnBudget {
    var frameCount = 64
    var byteCount = 262_144
    var clock = CallClock()
}

/// When to read the clock again while calls run one after the other, so that a call behind slow ones
/// is given up at its deadline and not run for nobody. Reading it for each call would cost more than
/// it saves when calls take microseconds: the distance doubles while they do, to 16 calls at most,
/// and falls back to one call after slow ones.
struct CallClock {
    private static let distanceMaximum = 16
    private static let slowNanoseconds: Int64 = 1_000_000
    private var distance = 1
    private var callsLeft = 1

    /// Before each call: the time by a new reading when one is due, otherwise nil. The first call
    /// of a turn needs none.
    mutating func tick(since now: MonotonicTime) -> MonotonicTime? {
        guard callsLeft == 0 else {
            callsLeft -= 1
            return nil
        }
        let time = MonotonicTime.now
        let isSlow = time.nanoseconds(since: now) >= Self.slowNanoseconds
        distance = isSlow ? 1 : min(distance * 2, Self.distanceMaximum)
        callsLeft = distance - 1
        return time
    }
}

/// Receiving and parsing.
extension Lane {
    /// Receives and serves what is there, within one turn's budget.
    func receive(_ connection: Connection) {
        connection.mayHoldUnreadBytes = false
        guard !connection.isLingering else { return discard(connection) }
        var budget = TurnBudget()
        while connection.wantsReads, !connection.hasBufferedFrames {
            guard budget.byteCount > 0, budget.frameCount > 0 else {
                connection.mayHoldUnreadBytes = true
                enqueue(connection)
                return
            }
            guard receiveOnce(connection, &budget), readiness.readsUntilBlocked else { return }
        }
        // Stopped with frames in memory, or paused: the socket may hold more.
        if readiness.readsUntilBlocked { connection.mayHoldUnreadBytes = !connection.reachedEnd }
    }

    /// One receive; false when the socket is empty, at its end or closed.
    private func receiveOnce(_ connection: Connection, _ budget: inout TurnBudget) -> Bool {
        if let link = connection.http2 { return receiveHTTP2(connection, link, &budget) }
        if connection.kind.wire == .http { return receivePage(connection, &budget) }
        if let input = connection.input, input.count > Self.smallTailByteCount {
            let room = min(max(input.count, 16_384), Self.scratchByteCount)
            let result = unsafe Syscalls.receive(
                connection.descriptor, input.reserve(room), room, counter: load.systemCalls)
            guard accept(result, of: room, connection) else { return false }
            input.commit(result.value)
            budget.byteCount -= result.value
            parseInput(connection, &budget)
        } else {
            let tail = moveTailToScratch(connection)
            let result = unsafe Syscalls.receive(
                connection.descriptor, scratch + tail, Self.scratchByteCount,
                counter: load.systemCalls)
            let isMore = accept(result, of: Self.scratchByteCount, connection)
            guard !connection.isClosed else { return false }
            budget.byteCount -= result.value
            let bytes = unsafe UnsafeRawBufferPointer(start: scratch, count: tail + result.value)
            let used = isMore ? unsafe parse(connection, bytes, &budget) : 0
            guard !connection.isClosed else { return false }
            unsafe keep(connection, UnsafeRawBufferPointer(rebasing: bytes[used...]))
            return isMore
        }
        return !connection.isClosed
    }

    /// Takes in what a receive answered; false when it brought nothing.
    func accept(_ result: SystemResult, of room: Int, _ connection: Connection) -> Bool {
        connection.sawEmptySocket = result.value < room
        if result.value > 0 {
            connection.arrival = now
            connection.lastActivity = now
            return true
        }
        if result.isSuccess {
            connection.reachedEnd = true
            // A frame that was cut short has no answer.
            connection.frameStart = nil
        } else if !result.wouldBlock {
            close(connection)
        }
        return false
    }

    private func moveTailToScratch(_ connection: Connection) -> Int {
        guard let input = connection.input else { return 0 }
        let count = input.count
        if let source = unsafe input.bytes.baseAddress {
            unsafe scratch.copyMemory(from: source, byteCount: count)
        }
        connection.input = nil
        unsafe buffers.give(input)
        return count
    }

    private func keep(_ connection: Connection, _ bytes: UnsafeRawBufferPointer) {
        guard unsafe !bytes.isEmpty else { return }
        let input = unsafe buffers.take()
        unsafe input.append(bytes)
        connection.input = input
    }

    /// Goes on with frames that were left in memory.
    func resumeParsing(_ connection: Connection) {
        guard !isAboveLimits(connection) else { return }
        var budget = TurnBudget()
        if let link = connection.http2 { return runCalls(connection, link, &budget) }
        parseInput(connection, &budget)
    }

    private func parseInput(_ connection: Connection, _ budget: inout TurnBudget) {
        guard let input = connection.input else {
            connection.hasBufferedFrames = false
            return
        }
        let used = unsafe parse(connection, input.bytes, &budget)
        guard !connection.isClosed else { return }
        input.consume(used)
        if input.isEmpty {
            connection.input = nil
            unsafe buffers.give(input)
        }
    }

    /// Serves the frames in `bytes`; returns how many bytes are done with.
    private func parse(
        _ connection: Connection, _ bytes: UnsafeRawBufferPointer, _ budget: inout TurnBudget
    ) -> Int {
        let span = unsafe bytes.bytes
        var offset = 0
        connection.hasBufferedFrames = false
        if connection.kind.wire == .undecided {
            switch sniff(connection, span) {
            case .native: break
            case .needMore: return 0
            case .taken: return bytes.count
            }
        }
        while offset < bytes.count {
            guard budget.frameCount > 0, !isAboveLimits(connection) else {
                connection.hasBufferedFrames = true
                return offset
            }
            var limit = LimitKind.requestBytes
            budget.frameCount -= 1
            if let time = budget.clock.tick(since: now) { now = time }
            var step = unsafe connection.state.next(
                in: span, at: offset, rules: rules, arrival: connection.arrival, now: now)
            if case .needMore(let byteCount) = step.action {
                guard let refusal = refuseLongFrame(byteCount, in: span, at: offset, connection)
                else { break }
                step = refusal
                limit = .bufferedBytes
            }
            perform(step.action, span, at: offset, limit, connection)
            offset += step.byteCount
            guard !connection.isClosed, !connection.closesAfterFlush else { return bytes.count }
            if unsafe !connection.state.isPassingOver { connection.frameStart = nil }
        }
        let isInsideFrame = unsafe offset < bytes.count || connection.state.isPassingOver
        if isInsideFrame, connection.frameStart == nil, !connection.reachedEnd {
            startFrameClock(connection)
        }
        return offset
    }

    /// Throws away what still comes on a connection that is about to close.
    private func discard(_ connection: Connection) {
        for _ in 0..<4 {
            let result = unsafe Syscalls.receive(
                connection.descriptor, scratch, Self.scratchByteCount, counter: load.systemCalls)
            if result.wouldBlock { return }
            connection.lingeredByteCount += result.value
            guard result.value > 0,
                connection.lingeredByteCount <= rules.limits.oversizedFrameDrainByteCountMaximum
            else { return close(connection) }
        }
        connection.mayHoldUnreadBytes = true
        enqueue(connection)
    }
}
