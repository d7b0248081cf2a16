import OperatorPages
import SocketTransport
import Synchronization
import TestSupport

/// Pages that say what they are, and wait for nothing.
final class PlainPages: PageSource {
    let isServing = Atomic(true)
    /// Bytes of a page beside `/healthz`.
    let byteCount: Int

    init(byteCount: Int = 10) { self.byteCount = byteCount }

    func health() -> PageReply {
        isServing.load(ordering: .relaxed)
            ? PageReply(words: "ok") : PageReply(status: .unavailable, words: "draining")
    }

    func make(_ page: Page) -> PageReply {
        PageReply(
            body: Array(repeating: UInt8(ascii: page == .metrics ? "m" : "s"), count: byteCount))
    }
}

extension RawClient {
    /// Asks for a page and reads to the end of the connection.
    func page(_ path: String, method: String = "GET") -> String {
        send(Array("\(method) \(path) HTTP/1.1\r\nHost: test\r\n\r\n".utf8))
        return text()
    }

    /// Everything until the end of the connection.
    func text() -> String {
        var bytes: [UInt8] = []
        while let more = readSome() { bytes += more }
        return String(decoding: bytes, as: UTF8.self)
    }
}
