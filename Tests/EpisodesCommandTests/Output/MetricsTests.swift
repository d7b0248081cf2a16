// Purpose: pages over HTTP/1.1 and their samples are read as their specifications have them.
import Testing

@testable import episodes

struct MetricsTests {
    @Test func `samples have names, labels and values`() {
        let page = """
            # HELP a what
            # TYPE a counter
            a 5
            b{method="x}y",code="a\\"b"} 1.5e3 1700000000
            broken{
            """
        #expect(
            MetricSamples.rows(page).rows == [
                ["a", "", "5"], ["b", #"method="x}y",code="a\"b""#, "1.5e3"],
            ])
    }

    @Test func `an answer is complete when its length has come`() throws {
        let head = "HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\ncontent-LENGTH: 4\r\n\r\n"
        #expect(HTTPAnswer(Array("HTTP/1.1 200 OK\r\n".utf8)) == nil)
        #expect(HTTPAnswer(Array("SSH-2.0-x\r\n\r\n".utf8)) == nil)
        let part = try #require(HTTPAnswer(Array((head + "abc").utf8)))
        #expect(!part.isComplete)
        let whole = try #require(HTTPAnswer(Array((head + "abcd").utf8)))
        #expect(whole.isComplete && whole.status == 200 && Array(whole.body) == Array("abcd".utf8))
    }
}
