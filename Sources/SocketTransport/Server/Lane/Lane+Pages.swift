internal import OperatorPages
internal import RPCCore

/// HTTP/1.1 on a connection of a lane: one request for a page, its answer, the end.
extension Lane {
    /// The first bytes are those of HTTP.
    func beginPages(_ connection: Connection, _ bytes: borrowing RawSpan) {
        guard pages != nil else {
            counters.countWrongProtocol()
            return close(connection)
        }
        setWire(connection, .http)
        connection.pageReader = PageRequestReader()
        unsafe bytes.withUnsafeBytes { unsafe takePageBytes($0, connection) }
    }

    /// One receive; false when the socket is empty, at its end or closed.
    func receivePage(_ connection: Connection, _ budget: inout TurnBudget) -> Bool {
        let result = unsafe Syscalls.receive(
            connection.descriptor, scratch, Self.scratchByteCount, counter: load.systemCalls)
        guard accept(result, of: Self.scratchByteCount, connection) else { return false }
        budget.byteCount -= result.value
        unsafe takePageBytes(
            UnsafeRawBufferPointer(start: scratch, count: result.value), connection)
        return !connection.isClosed
    }

    private func takePageBytes(_ bytes: UnsafeRawBufferPointer, _ connection: Connection) {
        guard let request = unsafe connection.pageReader?.take(bytes) else {
            // From the first byte on; those that follow win no time.
            if connection.frameStart == nil { startFrameClock(connection) }
            return
        }
        connection.frameStart = nil
        answer(request, connection)
    }

    private func answer(_ request: PageRequest, _ connection: Connection) {
        let headOnly = request.wantsHeadOnly
        switch request.wish {
        case .refused(let status, let reason):
            if status == .targetTooLong || status == .headTooLong {
                metrics.limitReached(.headerBytes)
            }
            send(PageReply(status: status, words: reason), headOnly: headOnly, connection)
        case .page(.health):
            guard let pages else { return close(connection) }
            send(pages.source.health(), headOnly: headOnly, connection)
        case .page(let page):
            connection.isAwaitingPage = true
            let key = connection.key
            pages?.make(page) { [weak self] reply in
                _ = self?.post(.page(key, Self.encoded(reply, headOnly: headOnly)))
            }
        }
    }

    /// A page is ready.
    func sendPage(_ bytes: [UInt8], to key: ConnectionKey) {
        guard let connection = table[key], connection.isAwaitingPage else { return }
        connection.isAwaitingPage = false
        send(bytes, connection)
        settle(connection)
    }

    private func send(_ reply: PageReply, headOnly: Bool, _ connection: Connection) {
        send(Self.encoded(reply, headOnly: headOnly), connection)
    }

    private func send(_ bytes: [UInt8], _ connection: Connection) {
        unsafe bytes.withUnsafeBytes { unsafe output(of: connection).append($0) }
        connection.closesAfterFlush = true
    }

    private static func encoded(_ reply: PageReply, headOnly: Bool) -> [UInt8] {
        reply.encoded(
            headOnly: headOnly,
            secondsSinceEpoch: WallClock.microsecondsSinceEpoch / 1_000_000)
    }
}
