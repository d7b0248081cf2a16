internal import OperatorPages
internal import RPCCore
internal import TTRPC

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
            order(page, headOnly: headOnly, connection)
        }
    }

    private func order(_ page: Page, headOnly: Bool, _ connection: Connection) {
        let key = connection.key
        let ticket = pages?.ask(page, headOnly: headOnly) { [weak self] bytes in
            _ = self?.post(.page(key, bytes))
        }
        guard let ticket else {
            let words = "too many clients wait for pages, ask again later"
            return send(
                PageReply(status: .unavailable, words: words), headOnly: headOnly, connection)
        }
        let wait =
            isDraining
            ? PageDesk.drainWaitMilliseconds
            : min(PageDesk.waitMilliseconds, rules.limits.idleTimeoutMilliseconds)
        connection.pageWait = PageWait(
            ticket: ticket, headOnly: headOnly, end: now.advanced(byMilliseconds: wait))
        noteExpiry(now.advanced(byMilliseconds: wait))
    }

    /// A page is late: its client hears so, instead of holding a connection, or the end of a drain.
    func expirePages() {
        var late: [(Connection, PageWait)] = []
        table.forEach { connection in
            if let wait = connection.pageWait, wait.end <= now { late.append((connection, wait)) }
        }
        for (connection, wait) in late where !connection.isClosed {
            leavePage(connection)
            let words = "the page was not ready in time, ask again later"
            send(
                PageReply(status: .unavailable, words: words), headOnly: wait.headOnly, connection)
            settle(connection)
        }
    }

    /// Pages are not waited for as long as before.
    func hurryPage(of connection: Connection) {
        guard let wait = connection.pageWait else { return }
        let end = min(
            wait.end, now.advanced(byMilliseconds: PageDesk.drainWaitMilliseconds))
        connection.pageWait?.end = end
        noteExpiry(end)
    }

    /// The connection waits for no page any more.
    func leavePage(_ connection: Connection) {
        guard let wait = connection.pageWait else { return }
        connection.pageWait = nil
        pages?.cancel(wait.ticket)
    }

    /// A page is ready.
    func sendPage(_ bytes: [UInt8], to key: ConnectionKey) {
        guard let connection = table[key], connection.isAwaitingPage else { return }
        connection.pageWait = nil
        send(bytes, connection)
        settle(connection)
    }

    private func send(_ reply: PageReply, headOnly: Bool, _ connection: Connection) {
        send(PageDesk.encoded(reply, headOnly: headOnly), connection)
    }

    private func send(_ bytes: [UInt8], _ connection: Connection) {
        unsafe bytes.withUnsafeBytes { unsafe output(of: connection).append($0) }
        connection.closesAfterFlush = true
    }
}
