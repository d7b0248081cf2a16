// Purpose: a server that ends every connection at once is not asked without rest.
import Testing

@testable import episodes

struct BackoffTests {
    @Test func `waits double up to a bound`() {
        var backoff = Backoff()
        #expect(
            (0..<8).map { _ in backoff.next() }
                == [100, 200, 400, 800, 1_600, 3_200, 5_000, 5_000])
    }

    @Test func `only a connection that lasted begins again with short waits`() {
        var backoff = Backoff()
        for _ in 0..<3 {
            _ = backoff.next()
            backoff.reset(afterConnectionOf: .milliseconds(4_999))
        }
        #expect(backoff.milliseconds == 800)
        backoff.reset(afterConnectionOf: .seconds(5))
        #expect(backoff.milliseconds == 100)
    }
}
