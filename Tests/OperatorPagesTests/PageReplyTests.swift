// Purpose: answers are whole and end their connection. Method: the bytes as they go out.
import OperatorPages
import Testing

struct PageReplyTests {
    private static func text(
        _ reply: PageReply, headOnly: Bool = false, date: Int64 = 1_796_053_541
    ) -> String {
        String(decoding: reply.encoded(headOnly: headOnly, secondsSinceEpoch: date), as: UTF8.self)
    }

    @Test func `an answer says what it is, how long it is and that it is the last`() {
        #expect(
            Self.text(PageReply(words: "ok")) == """
                HTTP/1.1 200 OK\r
                Date: Mon, 30 Nov 2026 15:45:41 GMT\r
                Content-Type: text/plain; charset=utf-8\r
                Content-Length: 3\r
                Cache-Control: no-store\r
                Connection: close\r
                \r
                ok

                """)
    }

    @Test(arguments: PageStatus.allCases)
    func `every status has its phrase, and only 405 says what is allowed`(status: PageStatus) {
        let text = Self.text(PageReply(status: status, words: "why"))
        let first = text.split(separator: "\r\n")[0].split(separator: " ")
        #expect(first.count >= 3 && first[1] == "\(status.rawValue)")
        #expect(text.contains("\r\nAllow: GET, HEAD\r\n") == (status == .methodNotAllowed))
        #expect(text.hasSuffix("\r\n\r\nwhy\n"))
    }

    @Test func `the head alone tells the length of what it leaves out`() {
        let text = Self.text(PageReply(words: "twelve bytes"), headOnly: true)
        #expect(text.contains("Content-Length: 13\r\n") && text.hasSuffix("\r\n\r\n"))
    }

    @Test(
        arguments: [
            (0, "Thu, 01 Jan 1970 00:00:00 GMT"), (784_111_777, "Sun, 06 Nov 1994 08:49:37 GMT"),
            (951_782_399, "Mon, 28 Feb 2000 23:59:59 GMT"),
            (951_782_400, "Tue, 29 Feb 2000 00:00:00 GMT"),
            (4_107_542_400, "Mon, 01 Mar 2100 00:00:00 GMT"),
            (253_402_300_799, "Fri, 31 Dec 9999 23:59:59 GMT"),
            (.max, "Fri, 31 Dec 9999 23:59:59 GMT"), (.min, "Thu, 01 Jan 1970 00:00:00 GMT"),
        ])
    func `dates are those of the calendar`(seconds: Int64, date: String) {
        #expect(Self.text(PageReply(words: ""), date: seconds).contains("\r\nDate: \(date)\r\n"))
    }
}
