internal import LoadGenerator
internal import RPCCore
internal import SocketTransport

extension LoadRun {
    /// Chunks read from one connection before the others and the schedule get their turn.
    private static let chunkCountMaximum = 4
    private static let backoffMilliseconds: ClosedRange<Int64> = 10...2_000

    func open(_ connection: LoadConnection, _ descriptor: Int32) -> Bool {
        guard poller.add(descriptor, token: UInt64(connection.place)) else {
            LoadSocket.close(descriptor)
            return false
        }
        connection.open(descriptor)
        flush(connection)
        return true
    }

    /// Brings what a connection has free into the sum. Whatever may have changed it, in order or by
    /// a fault, calls this afterwards.
    func countFree(_ connection: LoadConnection) {
        let count = connection.freeCount
        freeCount += count - connection.countedFreeCount
        connection.countedFreeCount = count
    }

    func flushAll() {
        for connection in sendLine {
            connection.isInSendLine = false
            flush(connection)
        }
        sendLine.removeAll(keepingCapacity: true)
    }

    func flush(_ connection: LoadConnection) {
        guard connection.isOpen else { return }
        defer { countFree(connection) }
        for _ in 0..<Self.chunkCountMaximum {
            connection.prepareOutput()
            var sentByteCount: UInt64 = 0
            let fault = connection.output.send(
                to: connection.descriptor, sentByteCount: &sentByteCount)
            unsafe recorder.sentByteCount += sentByteCount
            if let fault { return lose(connection, fault) }
            if let failure = connection.failure { return fail(connection, failure) }
            if connection.output.count > 0 || !connection.hasMoreOutput { break }
        }
        let waits = connection.output.count > 0 || connection.hasMoreOutput
        guard waits != connection.waitsForRoom else { return }
        connection.waitsForRoom = waits
        poller.watch(
            connection.descriptor, token: UInt64(connection.place), alsoForRoom: waits)
    }

    func receive(_ connection: LoadConnection) {
        for _ in 0..<Self.chunkCountMaximum {
            guard connection.isOpen, let base = unsafe scratch.baseAddress else { return }
            switch unsafe LoadSocket.receive(connection.descriptor, base, scratch.count) {
            case .bytes(let count):
                now = MonotonicTime.now.nanoseconds
                let bytes = unsafe UnsafeRawBufferPointer(start: base, count: count)
                let fault = unsafe connection.take(bytes)
                hasHeardAnyPeer = hasHeardAnyPeer || connection.hasHeardPeer
                if let fault { return fail(connection, fault) }
                // It counts what became free.
                flush(connection)
                if unsafe count < scratch.count { return }
            case .wouldBlock: return
            case .end:
                let hint = connection.hasHeardPeer ? "" : connection.silenceHint
                return lose(connection, "the server closed the connection\(hint)")
            case .failed(let message): return lose(connection, message)
            }
        }
    }

    /// Another protocol cannot be waited out; anything else may pass, as a server that was heard and
    /// is being restarted behind a proxy. What was measured until then counts.
    private func fail(_ connection: LoadConnection, _ error: RPCError) {
        if !hasHeardAnyPeer, !connection.hasHeardPeer { failure = error }
        lose(connection, error.message)
    }

    /// The connection is over: its calls end, and it is made anew after a while.
    ///
    /// - Parameter message: nil when it was given up in good order.
    func lose(_ connection: LoadConnection, _ message: String?) {
        guard connection.isOpen else { return }
        poller.remove(connection.descriptor)
        LoadSocket.close(connection.descriptor)
        connection.descriptor = -1
        countFree(connection)
        while let (_, call) = connection.calls.endAny() {
            if let message { note(message, of: .connectionLost) }
            didEndCall(call, .connectionLost)
        }
        guard phase == .sending else { return }
        if connection.hasHeardPeer { connection.backoffMilliseconds = 0 }
        reconnect(connection)
    }

    private func reconnect(_ connection: LoadConnection) {
        unsafe recorder.reconnectCount += 1
        let range = Self.backoffMilliseconds
        let wait = min(
            max(connection.backoffMilliseconds * 2, range.lowerBound), range.upperBound)
        connection.backoffMilliseconds = wait
        control.connect(
            connection.place, target.address, timeout: target.connectTimeoutMilliseconds,
            after: wait)
    }

    func takeConnected() {
        control.bell.silence()
        for made in control.takeConnected() {
            let connection = connections[made.place]
            switch made.outcome {
            case .success(let descriptor):
                guard phase == .sending, !connection.isOpen else {
                    LoadSocket.close(descriptor)
                    continue
                }
                if !open(connection, descriptor) { reconnect(connection) }
            case .failure(let error):
                note(error.message, of: .connectionLost)
                if phase == .sending { reconnect(connection) }
            }
        }
    }
}

extension LoadRun: CallSink {
    func didEnd(
        _ connection: LoadConnection, _ number: UInt32, _ outcome: LoadOutcome, byteCount: Int
    ) {
        guard let call = connection.calls.end(number) else {
            unsafe recorder.lateAnswerCount += 1
            return
        }
        // Its connection counts what became free.
        inFlightCount -= 1
        record(call, outcome, byteCount: byteCount)
    }

    /// Ends a call without an answer.
    func didEndCall(_ call: CallTable.Call, _ outcome: LoadOutcome) {
        inFlightCount -= 1
        record(call, outcome, byteCount: 0)
    }

    private func record(_ call: CallTable.Call, _ outcome: LoadOutcome, byteCount: Int) {
        guard call.intended >= measureStart else { return }
        unsafe recorder.ended(
            outcome, intended: call.intended, sent: call.sent, now: now, byteCount: byteCount)
        if outcome.isAnswer { lastAnswer = now }
    }

    func wantsMessage(of outcome: LoadOutcome) -> Bool {
        unsafe recorder.wantsMessage(of: outcome)
    }

    func note(_ message: String, of outcome: LoadOutcome) {
        unsafe recorder.note(message.shown(byteCountMaximum: 300), of: outcome)
    }
}
