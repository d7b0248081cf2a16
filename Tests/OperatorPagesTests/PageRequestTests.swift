// Purpose: one form of request is understood and everything else is refused with the right status,
// however it is cut. Method: the reader alone, with bytes.
import OperatorPages
import Testing

struct PageRequestTests {
    private static func read(_ text: String) -> PageRequest? {
        var reader = PageRequestReader()
        return reader.take(Array(text.utf8))
    }

    private static func status(_ text: String) -> Int? {
        switch read(text)?.wish {
        case .page: 200
        case .refused(let status, _): status.rawValue
        case nil: nil
        }
    }

    private static func request(
        _ line: String, _ fields: String = "Host: a\r\n"
    ) -> String { line + "\r\n" + fields + "\r\n" }

    @Test(
        arguments: [
            ("GET /healthz HTTP/1.1", Page.health), ("GET /metrics HTTP/1.1", .metrics),
            ("GET /status HTTP/1.1", .status), ("GET /status?pretty=1&x HTTP/1.1", .status),
            ("GET http://a:50051/metrics HTTP/1.1", .metrics),
            ("GET HTTP://a/healthz HTTP/1.1", .health), ("GET /healthz HTTP/1.9", .health),
        ])
    func `a page is found by its path`(line: String, page: Page) {
        let wish = PageRequest.Wish.page(page)
        #expect(Self.read(Self.request(line)) == PageRequest(wish: wish))
    }

    @Test func `HEAD asks for the head alone, of errors too`() {
        let head = Self.read(Self.request("HEAD /metrics HTTP/1.1"))
        #expect(head == PageRequest(wish: .page(.metrics), wantsHeadOnly: true))
        #expect(Self.read(Self.request("HEAD /none HTTP/1.1"))?.wantsHeadOnly == true)
    }

    @Test(
        arguments: [
            ("GET / HTTP/1.1", 404), ("GET /health HTTP/1.1", 404),
            ("GET /healthz/ HTTP/1.1", 404), ("GET /HEALTHZ HTTP/1.1", 404),
            ("GET /%68ealthz HTTP/1.1", 404), ("POST /none HTTP/1.1", 404),
            ("GET http://a HTTP/1.1", 400), ("GET * HTTP/1.1", 400),
            ("POST /metrics HTTP/1.1", 405), ("get /metrics HTTP/1.1", 405),
            ("OPTIONS /healthz HTTP/1.1", 405), ("DELETE /status HTTP/1.1", 405),
            ("GET /healthz HTTP/2.0", 505), ("PRI * HTTP/2.0", 505),
            ("GET /healthz HTTP/0.9", 505), ("GET /healthz HTTP/1.10", 400),
            ("GET /healthz http/1.1", 400), ("GET /healthz", 400), ("GET", 400), ("", 400),
            ("GET  /healthz HTTP/1.1", 400), ("GET /healthz HTTP/1.1 ", 400),
            (" GET /healthz HTTP/1.1", 400), ("G(T /healthz HTTP/1.1", 400),
            ("GET /heal\u{1}thz HTTP/1.1", 400), ("GET /é HTTP/1.1", 400),
            ("GET /healthz HTTP/1.x", 400),
        ])
    func `what is no request for a page has its status`(line: String, status: Int) {
        #expect(Self.status(Self.request(line)) == status)
    }

    @Test(
        arguments: [
            ("Host: a\r\nAccept: */*\r\nUser-Agent: probe/1 (\u{e9})\r\n", 200),
            ("hOsT:a\r\n", 200), ("Host:\r\n", 200), ("", 400), ("Host: a\r\nHost: a\r\n", 400),
            ("Host: a\r\nX\r\n", 400), ("Host: a\r\n: x\r\n", 400),
            ("Host: a\r\nX : y\r\n", 400), ("Host: a\r\n folded\r\n", 400),
            ("Host: a\r\nX: a\u{0}b\r\n", 400), ("Host: a\r\nX: a\rb\r\n", 400),
            ("Host: a\r\nContent-Length: 5\r\n", 200),
        ])
    func `header fields must be well formed and name one host`(fields: String, status: Int) {
        #expect(Self.status(Self.request("GET /healthz HTTP/1.1", fields)) == status)
    }

    @Test func `the older version needs no host, and lines may end in LF alone`() {
        #expect(Self.status("GET /healthz HTTP/1.0\r\n\r\n") == 200)
        #expect(Self.status("GET /healthz HTTP/1.1\nHost: a\n\n") == 200)
    }

    @Test func `every bound is refused as soon as it is passed, and never at it`() {
        let path = { (count: Int) in "GET /" + String(repeating: "a", count: count) }
        let line = PageLimits.requestLineByteCountMaximum
        let longest = path(line - "GET / HTTP/1.1\r".utf8.count)
        #expect(Self.status(Self.request(longest + " HTTP/1.1")) == 404)
        #expect(Self.status(path(line)) == 414)
        let start = "GET /healthz HTTP/1.1\r\nHost: a\r\n"
        let filled = { (count: Int) in
            start + "X: " + String(repeating: "y", count: count)
        }
        let room = PageLimits.headByteCountMaximum - start.utf8.count - "X: \r\n\r\n".utf8.count
        #expect(Self.status(filled(room) + "\r\n\r\n") == 200)
        #expect(Self.status(filled(room + 1) + "\r\n\r\n") == 431)
        #expect(Self.status(filled(room + 100)) == 431)
        let fields = { (count: Int) in
            "Host: a\r\n" + (1..<count).map { "X\($0): y\r\n" }.joined()
        }
        let most = PageLimits.fieldCountMaximum
        #expect(Self.status(Self.request("GET /healthz HTTP/1.1", fields(most))) == 200)
        #expect(Self.status(Self.request("GET /healthz HTTP/1.1", fields(most + 1))) == 431)
    }

    @Test func `where the bytes are cut does not matter, and what follows is ignored`() {
        let texts = [
            Self.request("HEAD /metrics HTTP/1.1", "Host: a\r\nAccept: */*\r\n"),
            Self.request("POST /metrics HTTP/1.1"), Self.request("GET /none HTTP/1.0", ""),
            Self.request("G\u{7f}T / HTTP/1.1"), "GET /healthz HTTP/1.1\r\nX",
        ]
        for text in texts {
            let bytes = Array(text.utf8)
            let whole = Self.read(text)
            for cut in 1...bytes.count {
                var reader = PageRequestReader()
                var found: PageRequest?
                for start in stride(from: 0, to: bytes.count, by: cut) {
                    let piece = bytes[start..<min(start + cut, bytes.count)]
                    let request = reader.take(piece)
                    #expect(found == nil || request == nil, "told twice")
                    found = found ?? request
                }
                #expect(found == whole)
                #expect(whole == nil || reader.take(Array("GET / HTTP/1.1\r\n\r\n".utf8)) == nil)
            }
        }
    }
}
