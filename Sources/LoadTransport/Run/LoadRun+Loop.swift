internal import LoadGenerator
internal import RPCCore
internal import SocketTransport

extension LoadRun {
    /// Calls put together before their bytes go out.
    private static let batchCountMaximum = 64
    /// Batches that go out before answers are read.
    private static let batchesPerTurn = 16
    /// Calls whose time has come may still go out so long after the end.
    private static let lastCallNanoseconds: Int64 = 10_000_000
    private static let sweepNanoseconds: Int64 = 10_000_000
    /// An idle run looks around so often.
    private static let idleNanoseconds: Int64 = 100_000_000

    func loop() {
        while failure == nil {
            now = MonotonicTime.now.nanoseconds
            if phase == .sending {
                if let reason = control.stopReason {
                    endSending(reason)
                } else {
                    sendDue()
                    if now >= sendEnd || hasSentAll { endSending(.completed) }
                }
                if now >= nextTick { tick() }
            }
            if now >= nextSweep { sweep() }
            if phase == .draining, inFlightCount == 0 || now >= drainEnd { break }
            if phase == .draining, end != .interrupted, control.stopReason != nil { hurryDrain() }
            waitForEvents()
        }
        endAllCalls()
        countNeverSent()
        cutLastInterval()
    }

    private func waitForEvents() {
        let wait = max(0, nextWake - MonotonicTime.now.nanoseconds)
        let count = poller.wait(nanoseconds: wait)
        for index in 0..<count {
            let event = poller.event(index)
            switch event.token {
            case Self.bellToken: takeConnected()
            case Self.interruptToken: break
            default:
                let connection = connections[Int(event.token)]
                if event.isWritable { flush(connection) }
                if event.isReadable || event.isBroken { receive(connection) }
            }
        }
        // An interrupt's descriptor stays readable: it must not keep this loop awake.
        if phase == .draining, control.stopReason != nil, Interrupts.watchDescriptor >= 0 {
            poller.remove(Interrupts.watchDescriptor)
        }
    }

    private var nextWake: Int64 {
        var wake = min(nextSweep, now + Self.idleNanoseconds)
        guard phase == .sending else { return min(wake, drainEnd) }
        wake = min(wake, min(sendEnd, nextTick))
        if case .closed = plan.pace {
            return freeCount > 0 && !hasBegunAll ? max(now, start) : wake
        }
        return isBlocked ? wake : min(wake, nextIntended)
    }

    /// All calls of a bounded run are on their way or were.
    private var hasBegunAll: Bool {
        plan.callCountMaximum.map { measuredBeganCount >= $0 } ?? false
    }

    private var hasSentAll: Bool {
        if case .closed = plan.pace { return hasBegunAll }
        // A schedule's last call comes before its end, which is waited for unless calls are counted.
        return nextIntended == .max && plan.callCountMaximum != nil
    }

    /// Sends every call whose time has come, as far as streams are free.
    private func sendDue() {
        if case .closed = plan.pace { return fillStreams() }
        for _ in 0..<Self.batchesPerTurn {
            guard nextIntended <= now, now < sendEnd + Self.lastCallNanoseconds else { return }
            var batchCount = 0
            while nextIntended <= now, batchCount < Self.batchCountMaximum {
                guard let connection = nextFreeConnection() else {
                    isBlocked = true
                    break
                }
                if isBlocked {
                    isBlocked = false
                    unblockedAt = now
                }
                begin(connection, intended: nextIntended)
                advanceArrival()
                batchCount += 1
            }
            flushAll()
            if isBlocked { return }
            now = MonotonicTime.now.nanoseconds
        }
    }

    /// A closed loop: every free stream gets a call.
    private func fillStreams() {
        guard now >= start else { return }
        if !isWarm, now >= measureStart { beginMeasuring() }
        while !hasBegunAll, let connection = nextFreeConnection() {
            begin(connection, intended: now)
        }
        flushAll()
    }

    /// The time of the next call, of the warm-up first.
    func advanceArrival() {
        if !isWarm {
            if let offset = unsafe warmupArrivals?.next() {
                nextIntended = measureStart - Int64(plan.warmupSeconds * 1e9) + offset
                return
            }
            beginMeasuring()
        }
        nextIntended = unsafe arrivals?.next().map { measureStart + $0 } ?? .max
    }

    private func beginMeasuring() {
        isWarm = true
        noteProcessorStart()
    }

    private func begin(_ connection: LoadConnection, intended: Int64) {
        let entry = unsafe sampler.next()
        connection.begin(entry: entry, intended: intended, now: now)
        countFree(connection)
        inFlightCount += 1
        if !connection.isInSendLine {
            connection.isInSendLine = true
            sendLine.append(connection)
        }
        guard intended >= measureStart else {
            unsafe recorder.warmupCount += 1
            return
        }
        measuredBeganCount += 1
        unsafe recorder.began(
            lateness: now - max(intended, unblockedAt), backlog: now - intended)
    }

    /// The connections take turns.
    private func nextFreeConnection() -> LoadConnection? {
        guard freeCount > 0 else { return nil }
        for _ in connections.indices {
            let connection = connections[nextConnection]
            nextConnection = nextConnection + 1 == connections.count ? 0 : nextConnection + 1
            if connection.freeCount > 0 { return connection }
        }
        return nil
    }

    private func endSending(_ reason: RunEnd) {
        phase = .draining
        end = reason
        sendingEndedAt = min(now, max(sendEnd, measureStart))
        if reason == .completed, !hasSentAll { sendingEndedAt = sendEnd }
        unsafe recorder.sendingEnd = sendingEndedAt
        let wait =
            reason == .completed ? plan.drainMilliseconds : plan.interruptedDrainMilliseconds
        drainEnd = now + wait * 1_000_000
        if isWarm {
            processorUsed = (
                ProcessorTime.ofThreadNanoseconds - processorAtStart.thread,
                ProcessorTime.ofProcessNanoseconds - processorAtStart.process
            )
        }
        if nextIntended < sendingEndedAt {
            unsafe recorder.noteBacklog(nanoseconds: sendingEndedAt - nextIntended)
        }
    }

    /// Calls whose time came while calls were sent, and which were not sent. Last of all, as there
    /// may be very many and answers must not wait for it.
    private func countNeverSent() {
        guard case .open = plan.pace else { return }
        while nextIntended < sendingEndedAt {
            if nextIntended >= measureStart {
                unsafe recorder.neverSent(
                    waited: sendingEndedAt - nextIntended,
                    lateness: isBlocked ? nil : sendingEndedAt - max(nextIntended, unblockedAt))
            }
            advanceArrival()
        }
    }

    /// An interruption while the last answers are waited for.
    private func hurryDrain() {
        end = control.stopReason ?? end
        drainEnd = min(drainEnd, now + plan.interruptedDrainMilliseconds * 1_000_000)
    }

    /// Gives up calls whose time is over.
    private func sweep() {
        nextSweep = now + Self.sweepNanoseconds
        let patience = plan.timeoutMilliseconds + LoadPlan.answerGraceMilliseconds
        let limit = now - patience * 1_000_000
        for connection in connections {
            while let number = connection.calls.oldest(sentUntil: limit),
                let call = connection.calls.end(number)
            {
                connection.giveUp(number)
                didEndCall(call, .noAnswer)
                if !connection.isInSendLine {
                    connection.isInSendLine = true
                    sendLine.append(connection)
                }
            }
            countFree(connection)
            if connection.isRetiring, connection.isOpen, connection.calls.count == 0 {
                lose(connection, nil)
            }
        }
        flushAll()
    }

    /// The run is over: what still waits had no answer.
    private func endAllCalls() {
        for connection in connections {
            while let (_, call) = connection.calls.endAny() {
                let waited = now - call.sent
                let isOver = waited >= plan.timeoutMilliseconds * 1_000_000
                didEndCall(call, isOver ? .noAnswer : .cutOff)
            }
        }
    }
}
