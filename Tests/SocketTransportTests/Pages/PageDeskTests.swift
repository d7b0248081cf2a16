// Purpose: pages cost no more than their making, however many ask and go away, and a page that is
// late holds up nobody. Method: pages that wait for the test, the desk alone and with sockets.
import Dispatch
import OperatorPages
import RPCCore
import Synchronization
import TestSupport
import Testing

@testable import SocketTransport

/// Pages whose making ends when the test lets it.
private final class GatedPages: PageSource {
    let gate = DispatchSemaphore(value: 0)
    let made = Mutex<[Page]>([])

    func health() -> PageReply { PageReply(words: "ok") }
    func make(_ page: Page) -> PageReply {
        let number = made.withLock { made in
            made.append(page)
            return made.count
        }
        gate.wait()
        return PageReply(words: "page \(number)")
    }
}

private final class Answers: Sendable {
    let texts = Mutex<[String]>([])
    func take(_ bytes: [UInt8]) {
        texts.withLock { $0.append(String(decoding: bytes, as: UTF8.self)) }
    }
    var count: Int { texts.withLock { $0.count } }
}

extension LiveTests {
    @Suite(.serialized, .timeLimit(.minutes(3)))
    struct PageDeskTests {
        private let pages = GatedPages()
        private let answers = Answers()

        private func ask(
            _ desk: PageDesk, _ page: Page = .metrics, headOnly: Bool = false
        ) -> PageDesk.Ticket? {
            desk.ask(page, headOnly: headOnly) { [answers] in answers.take($0) }
        }

        private func isMaking(_ count: Int) async -> Bool {
            await eventually { pages.made.withLock { $0.count } == count }
        }

        @Test func `all who ask before the making begins get the same page`() async {
            let desk = PageDesk(pages)
            #expect(ask(desk) != nil)
            #expect(await isMaking(1))
            for number in 0..<10 { #expect(ask(desk, headOnly: number == 0) != nil) }
            for _ in 0..<2 { pages.gate.signal() }
            #expect(await eventually { answers.count == 11 })
            #expect(pages.made.withLock { $0 } == [.metrics, .metrics])
            let texts = answers.texts.withLock { $0 }
            #expect(texts.count { $0.hasSuffix("page 1\n") } == 1)
            #expect(texts.count { $0.hasSuffix("page 2\n") } == 9)
            #expect(texts.count { $0.hasSuffix("\r\n\r\n") } == 1)
        }

        @Test func `few may wait, and what nobody waits for is not made`() async {
            let desk = PageDesk(pages, waiterCountMaximum: 3)
            #expect(ask(desk) != nil)
            #expect(await isMaking(1))
            for _ in 0..<1_000 {
                let tickets = (0..<3).map { _ in ask(desk) }
                #expect(tickets.allSatisfy { $0 != nil } && ask(desk) == nil)
                for case let ticket? in tickets { desk.cancel(ticket) }
            }
            #expect(ask(desk, .status) != nil)
            for _ in 0..<2 { pages.gate.signal() }
            #expect(await eventually { answers.count == 2 })
            #expect(pages.made.withLock { $0 } == [.metrics, .status])
        }

        @Test(arguments: Form.tcp)
        func `a page that is late is answered without it`(form: Form) async throws {
            defer { pages.gate.signal() }
            let live = try LiveServer(form, pages: pages) { $0.idleTimeoutMilliseconds = 300 }
            let text = try live.client().page("/metrics")
            #expect(text.hasPrefix("HTTP/1.1 503 ") && text.contains("not ready in time"))
            try live.expectAlive()
        }

        @Test(arguments: Form.tcp)
        func `a page that is late does not hold up a drain`(form: Form) async throws {
            defer { pages.gate.signal() }
            let live = try LiveServer(form, pages: pages)
            let client = try live.client()
            client.send(Array("GET /status HTTP/1.1\r\nHost: a\r\n\r\n".utf8))
            #expect(await isMaking(1))
            async let result = live.drain()
            #expect(client.text().hasPrefix("HTTP/1.1 503 "))
            #expect(await result.isClean)
        }
    }
}
