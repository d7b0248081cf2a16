import OperatorPages

/// Requests for pages: where the bytes are cut must not matter, each is answered once, within its
/// bounds, and with nothing of the request in the answer's head.
///
/// Input: how the bytes are cut, then the bytes of a client.
enum PageRequests {
    static func run(_ input: UnsafeRawBufferPointer) {
        let bytes = Array(input.after(1))
        let whole = requests(of: [bytes[...]])
        let cut = requests(of: pieces(of: bytes, choice: input.choice(0)))
        require(whole == cut, "cutting changes the request: \(whole) and \(cut)")
        require(whole.count <= 1, "\(whole.count) requests on one connection")
        guard let request = whole.first else {
            require(
                bytes.count <= PageLimits.headByteCountMaximum, "more than a head is waited for")
            return
        }
        check(request, bytes)
    }

    private static func requests(of pieces: [ArraySlice<UInt8>]) -> [PageRequest] {
        var reader = PageRequestReader()
        return pieces.compactMap { reader.take($0) }
    }

    private static func check(_ request: PageRequest, _ bytes: [UInt8]) {
        let reply: PageReply
        switch request.wish {
        case .page(let page):
            let path = Array(page.rawValue.utf8)
            require(bytes.indices.contains { bytes[$0...].starts(with: path) }, "a page unasked")
            reply = PageReply(words: "ok")
        case .refused(let status, let reason):
            require(status != .ok && status != .unavailable, "refused with \(status)")
            reply = PageReply(status: status, words: reason)
        }
        let answer = reply.encoded(headOnly: request.wantsHeadOnly, secondsSinceEpoch: 0)
        require(answer.count < 1_024, "an answer of \(answer.count) bytes")
        require(answer.starts(with: Array("HTTP/1.1 ".utf8)), "an answer without its first line")
        require(answer.allSatisfy { $0 < 0x7F }, "an answer with bytes that are no text")
    }

    static func seeds() -> [[UInt8]] {
        [
            "GET /healthz HTTP/1.1\r\nHost: a\r\n\r\n", "HEAD /metrics HTTP/1.0\r\n\r\n",
            "GET http://a/status?x HTTP/1.1\nHost: a\nAccept: */*\n\n",
            "POST /metrics HTTP/1.1\r\nHost: a\r\nContent-Length: 3\r\n\r\nabc",
            "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", "GET /none HTTP/1.1\r\nHost: a\r\n folded\r\n\r\n",
            "GET /" + String(repeating: "a", count: 2_100),
            "GET /status HTTP/1.1\r\n" + String(repeating: "a:\r\n", count: 65),
        ].enumerated().map { number, text in [UInt8(number * 9)] + Array(text.utf8) }
    }
}
