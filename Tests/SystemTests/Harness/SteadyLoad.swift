import Foundation
import Synchronization
import TestSupport

/// Clients that call as long as the server takes calls, each on a thread and a connection of its
/// own. Every answer is checked.
final class SteadyLoad: Sendable {
    /// What became of one client.
    struct Outcome: Sendable {
        var answeredCount = 0
        var statusCodes: Set<Int> = []
        /// Each answer belonged to the next unanswered call.
        var isInOrder = true
        /// Answers that `check` refused.
        var wrongCount = 0
        var end: RawConnection.End?
    }

    private let outcomes = Mutex<[Outcome]>([])
    private let answered = Atomic(0)
    private let unheardClients: Atomic<Int>
    private let isStopped = Atomic(false)
    private let group = DispatchGroup()

    /// Answers so far, of all clients.
    var answeredCount: Int { answered.load(ordering: .relaxed) }

    /// - Parameters:
    ///   - window: calls that each client keeps unanswered.
    ///   - check: whether the data of an answer is right.
    init(
        _ server: ServerProcess, clients: Int, window: Int,
        check: @escaping @Sendable ([UInt8]) -> Bool = { _ in true }
    ) {
        let address = server.address
        unheardClients = Atomic(clients)
        for _ in 0..<clients {
            group.enter()
            Thread.detachNewThread { [self] in
                let outcome = run(address, window: window, check: check)
                outcomes.withLock { $0.append(outcome) }
                group.leave()
            }
        }
    }

    private func run(
        _ address: String, window: Int, check: @Sendable ([UInt8]) -> Bool
    ) -> Outcome {
        var outcome = Outcome()
        guard let connection = try? RawConnection(to: address, timeoutSeconds: 30) else {
            return outcome
        }
        var next: UInt32 = 1
        var bytes: [UInt8] = []
        for _ in 0..<window {
            bytes += Wire.listRequest(stream: next)
            next += 2
        }
        connection.send(bytes)
        var expected: UInt32 = 1
        while !isStopped.load(ordering: .relaxed), let frame = connection.readFrame() {
            outcome.answeredCount += 1
            outcome.statusCodes.insert(frame.statusCode)
            outcome.isInOrder = outcome.isInOrder && frame.stream == expected
            if outcome.answeredCount == 1 { unheardClients.subtract(1, ordering: .relaxed) }
            if !check(frame.data) { outcome.wrongCount += 1 }
            expected += 2
            answered.add(1, ordering: .relaxed)
            connection.send(Wire.listRequest(stream: next))
            next += 2
        }
        outcome.end = connection.end
        return outcome
    }

    /// Waits until so many more answers have come and each client has had one; false after 20 s.
    func waitForAnswers(_ count: Int) -> Bool {
        let wanted = answeredCount + count
        func isReached() -> Bool {
            answeredCount >= wanted && unheardClients.load(ordering: .relaxed) == 0
        }
        for _ in 0..<4_000 where !isReached() { usleep(5_000) }
        return isReached()
    }

    /// Lets the clients go after their next answer.
    func stop() { isStopped.store(true, ordering: .relaxed) }

    /// Waits until all clients have ended.
    func wait() -> [Outcome] {
        group.wait()
        return outcomes.withLock { $0 }
    }
}
