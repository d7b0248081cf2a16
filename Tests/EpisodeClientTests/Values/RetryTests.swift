// Purpose: waits, budgets and what follows a failed attempt, as values.
import RPCCore
import Testing

@testable import EpisodeClient

private let start = MonotonicTime(nanoseconds: 0)
private let deadline = start.advanced(byMilliseconds: 10_000)

private func failure(
    _ code: StatusCode, sent: Bool, hopeless: Bool = false, _ message: String = "x"
) -> CallLifecycle.Failure {
    CallLifecycle.Failure(
        error: RPCError(code, message), wasSent: sent, isHopeless: hopeless)
}

struct BackoffTests {
    @Test func `waits double up to their limit and begin anew after a success`() {
        var backoff = Backoff(
            BackoffSettings(
                firstMilliseconds: 100, maximumMilliseconds: 500, multiplier: 2, jitter: 0))
        let waits = (0..<5).map { _ in backoff.next(random: 0.3) / 1_000_000 }
        #expect(waits == [100, 200, 400, 500, 500])
        backoff.reset()
        let again = backoff.next(random: 0.3)
        #expect(again == 100_000_000)
    }

    @Test func `jitter spreads a wait by its share to both sides`() {
        let settings = BackoffSettings(
            firstMilliseconds: 100, maximumMilliseconds: 500, multiplier: 2, jitter: 0.2)
        let waits = [0, 0.5, 1].map { random in
            var backoff = Backoff(settings)
            return backoff.next(random: random) / 1_000_000
        }
        #expect(waits == [80, 100, 120])
    }
}

struct EjectionTests {
    @Test func `it doubles up to its limit, however long a server stays sick`() {
        var settings = EjectionSettings()
        settings.consecutiveFailureCount = 1
        settings.firstMilliseconds = 1_000
        settings.maximumMilliseconds = 60_000
        var ejection = Ejection(settings)
        var now = start
        var lengths: [Int64] = []
        for _ in 0..<80 {
            let isEjected = ejection.noteFailure(now)
            #expect(isEjected)
            let end = ejection.endsAt ?? now
            lengths.append(end.nanoseconds(since: now) / 1_000_000)
            now = end
        }
        #expect(lengths.prefix(7) == [1_000, 2_000, 4_000, 8_000, 16_000, 32_000, 60_000])
        #expect(lengths.last == 60_000)
    }

    @Test func `late answers to an ejected server do not make it longer, and 0 turns it off`() {
        var ejection = Ejection(EjectionSettings())
        for _ in 0..<5 { _ = ejection.noteFailure(start) }
        let end = ejection.endsAt
        for _ in 0..<50 { _ = ejection.noteFailure(start) }
        #expect(ejection.endsAt == end)
        var settings = EjectionSettings()
        settings.consecutiveFailureCount = 0
        var off = Ejection(settings)
        for _ in 0..<50 { _ = off.noteFailure(start) }
        #expect(off.isAvailable(start))
    }
}

struct RetryBudgetTests {
    @Test func `retries stop at half of the tokens and come back with successes`() {
        var settings = RetrySettings()
        settings.tokenCountMaximum = 10
        settings.tokensPerSuccess = 0.5
        var budget = RetryBudget(settings)
        let answers = (0..<6).map { _ in budget.noteFailure() }
        #expect(answers == [true, true, true, true, false, false])
        for _ in 0..<5 { budget.noteSuccess() }
        #expect(budget.tokenCount == 6.5)
        let after = budget.noteFailure()
        #expect(after)
        for _ in 0..<100 { budget.noteSuccess() }
        #expect(budget.isFull && budget.tokenCount == 10)
        for _ in 0..<100 { _ = budget.noteFailure() }
        #expect(budget.tokenCount == 0)
    }
}

struct CallLifecycleTests {
    private func step(
        _ failure: CallLifecycle.Failure, isIdempotent: Bool, budget: RetryBudget? = nil
    ) -> CallLifecycle.Step {
        var call = CallLifecycle(RetrySettings(), isIdempotent: isIdempotent, deadline: deadline)
        var budget = budget ?? RetryBudget(RetrySettings())
        return call.fail(failure, &budget, now: start, random: 0.5)
    }

    @Test func `what was never sent is made again at once, whatever the method`() {
        #expect(
            step(failure(.unavailable, sent: false), isIdempotent: false)
                == .retry(afterNanoseconds: 0))
    }

    @Test func `what may have run is made again only if it may run twice`() {
        let lost = failure(.unavailable, sent: true)
        #expect(step(lost, isIdempotent: true) == .retry(afterNanoseconds: 50_000_000))
        #expect(step(lost, isIdempotent: false) == .end(lost.error))
    }

    @Test(arguments: [
        StatusCode.invalidArgument, .notFound, .deadlineExceeded, .cancelled, .resourceExhausted,
        .internalError, .aborted, .unknown,
    ])
    func `other statuses are final`(code: StatusCode) {
        let error = RPCError(code, "x")
        #expect(step(failure(code, sent: true), isIdempotent: true) == .end(error))
        #expect(step(failure(code, sent: false), isIdempotent: true) == .end(error))
    }

    @Test func `another protocol on the port does not get better by asking again`() {
        let foreign = failure(.unavailable, sent: true, hopeless: true)
        #expect(step(foreign, isIdempotent: true) == .end(foreign.error))
    }

    @Test func `an empty budget ends it`() {
        var budget = RetryBudget(RetrySettings())
        for _ in 0..<60 { _ = budget.noteFailure() }
        let lost = failure(.unavailable, sent: true)
        #expect(step(lost, isIdempotent: true, budget: budget) == .end(lost.error))
    }

    @Test func `attempts are counted and waits grow`() {
        var call = CallLifecycle(RetrySettings(), isIdempotent: true, deadline: deadline)
        var budget = RetryBudget(RetrySettings())
        let lost = failure(.unavailable, sent: true)
        let steps = (0..<3).map { _ in call.fail(lost, &budget, now: start, random: 0.5) }
        #expect(
            steps == [
                .retry(afterNanoseconds: 50_000_000), .retry(afterNanoseconds: 100_000_000),
                .end(lost.error),
            ])
    }

    @Test func `a retry that could not begin in time is not waited for`() {
        var call = CallLifecycle(
            RetrySettings(), isIdempotent: true, deadline: start.advanced(byMilliseconds: 40))
        var budget = RetryBudget(RetrySettings())
        let lost = failure(.unavailable, sent: true)
        #expect(call.fail(lost, &budget, now: start, random: 0.5) == .end(lost.error))
    }

    @Test func `the caller learns what the server that was reached said`() {
        var call = CallLifecycle(RetrySettings(), isIdempotent: true, deadline: deadline)
        var budget = RetryBudget(RetrySettings())
        let reached = failure(.unavailable, sent: true, "closed in the middle")
        let refused = failure(.unavailable, sent: false, "refused")
        _ = call.fail(reached, &budget, now: start, random: 0.5)
        _ = call.fail(refused, &budget, now: start, random: 0.5)
        let end = call.fail(refused, &budget, now: start, random: 0.5)
        #expect(end == .end(reached.error))
    }
}

struct StreamPlacesTests {
    private func text(_ choice: StreamPlaces<String>.Choice) -> String {
        switch choice {
        case .use(let connection, let id): "use \(connection) \(id)"
        case .connect(let id): "connect \(id)"
        case .wait: "wait"
        }
    }

    @Test func `streams have a connection each, share beyond the limit and give back`() {
        var places = StreamPlaces<String>(countMaximum: 2)
        var choices = (0..<3).map { _ in text(places.choose()) }
        #expect(choices == ["connect 1", "connect 2", "wait"])
        places.connected(1, "a")
        places.connected(2, "b")
        choices = (0..<3).map { _ in text(places.choose()) }
        #expect(choices == ["use a 1", "use b 2", "use a 1"])
        // The last stream of a connection leaves it for the next; a second one without is closed.
        let closed = [2, 2, 1, 1, 1].map { places.release($0) }
        #expect(closed == [nil, nil, nil, nil, "a"])
        #expect(text(places.choose()) == "use b 2")
    }

    @Test func `one that is lost makes room`() {
        var places = StreamPlaces<String>(countMaximum: 1)
        _ = places.choose()
        places.connected(1, "a")
        places.remove(1)
        let released = places.release(1)
        #expect(released == nil)
        #expect(text(places.choose()) == "connect 2")
        let all = places.removeAll()
        #expect(all.isEmpty)
    }
}
