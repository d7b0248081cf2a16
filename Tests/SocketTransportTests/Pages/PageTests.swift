// Purpose: pages are shown where calls are taken, and disturb none of them. Method: real sockets,
// both forms of readiness.
import OperatorPages
import RPCCore
import SocketTransport
import TestSupport
import Testing

extension LiveTests {
    @Suite(.serialized, .timeLimit(.minutes(3)))
    struct PageTests {
        @Test(arguments: Form.all)
        func `each page is one answer and the end of its connection`(form: Form) throws {
            let live = try LiveServer(form, pages: PlainPages())
            for (path, body) in [
                ("/healthz", "ok\n"), ("/metrics", "mmmmmmmmmm"), ("/status", "ssssssssss"),
            ] {
                let client = try live.client()
                let text = client.page(path)
                #expect(text.hasPrefix("HTTP/1.1 200 OK\r\n"))
                #expect(text.contains("\r\nConnection: close\r\n"))
                #expect(text.hasSuffix("\r\n\r\n" + body))
                #expect(client.end == .closed)
            }
            let head = try live.client().page("/metrics", method: "HEAD")
            #expect(head.contains("\r\nContent-Length: 10\r\n") && head.hasSuffix("\r\n\r\n"))
            try live.expectAlive()
        }

        @Test(arguments: Form.all)
        func `requests that are none have their status, with and without a body`(form: Form) throws
        {
            let live = try LiveServer(form, pages: PlainPages())
            #expect(try live.client().page("/").hasPrefix("HTTP/1.1 404 "))
            let posted = try live.client().page("/metrics", method: "POST")
            #expect(
                posted.hasPrefix("HTTP/1.1 405 ") && posted.contains("\r\nAllow: GET, HEAD\r\n"))
            #expect(try live.client().page("/healthz", method: "PUT").hasPrefix("HTTP/1.1 405 "))
            let long = try live.client()
            long.send(Array(("GET /" + String(repeating: "a", count: 5_000)).utf8))
            #expect(long.text().hasPrefix("HTTP/1.1 414 "))
            // The end of the connection must not destroy the answer while the body still comes.
            let heavy = try live.client()
            heavy.send(
                Array("POST /status HTTP/1.1\r\nHost: a\r\nContent-Length: 300000\r\n\r\n".utf8)
                    + Array(repeating: 7, count: 300_000))
            #expect(heavy.text().hasPrefix("HTTP/1.1 405 "))
            try live.expectAlive()
        }

        @Test(arguments: Form.all)
        func `protocols are told apart however the first bytes are cut`(form: Form) throws {
            let live = try LiveServer(form, pages: PlainPages())
            for method in ["GET", "POST", "PUT", "PATCH", "PRIVATE", "PRI"] {
                let client = try live.client()
                for byte in Array("\(method) /healthz HTTP/1.1\r\nHost: a\r\n\r\n".utf8) {
                    client.send([byte])
                }
                let status = method == "GET" ? "200" : "405"
                guard method != "PRI" else {
                    // HTTP/2's preface begins like this, and then goes on otherwise.
                    #expect(!client.text().contains("HTTP/1.1"))
                    continue
                }
                #expect(client.text().hasPrefix("HTTP/1.1 \(status) "), "\(method)")
            }
            let calls = try live.client()
            for byte in request(1, .echo, [5]) { calls.send([byte]) }
            #expect(try calls.reply()?.payload == [0, 5])
            try live.expectAlive()
        }

        @Test(arguments: Form.all)
        func `a client that has closed its side gets the page`(form: Form) throws {
            let live = try LiveServer(form, pages: PlainPages(byteCount: 1_000_000))
            let client = try live.client()
            client.send(Array("GET /metrics HTTP/1.0\r\n\r\n".utf8))
            client.finishSending()
            #expect(client.text().utf8.count > 1_000_000)
        }

        @Test(arguments: Form.all)
        func `a head that does not come whole is closed in time, and so is half a preface`(
            form: Form
        ) async throws {
            let live = try LiveServer(form, pages: PlainPages()) {
                $0.frameArrivalTimeoutMilliseconds = 100
            }
            let half = try live.client()
            half.send(Array("PR".utf8))
            let slow = try live.client()
            var sentCount = 0
            for byte in "GET /healthz HTTP/1.1\r\nX: ".utf8 + Array(repeating: 97, count: 2_000) {
                guard slow.send([byte]) else { break }
                sentCount += 1
                try await Task.sleep(for: .milliseconds(10))
            }
            #expect(sentCount < 2_000 && slow.isAtEnd() && half.isAtEnd())
            #expect(live.server.metrics.count(of: .frameTimeout) == 2)
        }

        @Test(arguments: Form.all)
        func `a client that goes away while its page is made leaves nothing behind`(
            form: Form
        ) async throws {
            let live = try LiveServer(form, pages: PlainPages(byteCount: 3_000_000))
            for round in 0..<50 {
                let client = try live.client()
                client.send(Array("GET /metrics HTTP/1.1\r\nHost: a\r\n\r\n".utf8))
                if round % 2 == 0 { client.reset() } else { client.close() }
            }
            try live.expectAlive()
            #expect(await eventually { live.server.statistics.openConnectionCount == 0 })
            #expect(await eventually { live.server.statistics.bufferedByteCount < 1_000_000 })
        }

        @Test(arguments: Form.all)
        func `a page that was asked for is finished before a drain ends`(form: Form) async throws {
            let pages = PlainPages(byteCount: 2_000_000)
            let live = try LiveServer(form, pages: pages)
            let client = try live.client()
            client.send(Array("GET /status HTTP/1.1\r\nHost: a\r\n\r\n".utf8))
            try live.expectAlive()
            async let result = live.drain()
            #expect(client.text().utf8.count > 2_000_000)
            #expect(await result.isClean)
        }
    }
}
