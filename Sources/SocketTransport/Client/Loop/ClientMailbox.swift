internal import Synchronization

/// What other threads give to a client's loop, and whether it sleeps: it is woken once a sleep.
final class ClientMailbox: Sendable {
    struct Mail {
        var links: [ClientLink] = []
        var jobs: [UnownedJob] = []
        var isStopping = false

        var isEmpty: Bool { links.isEmpty && jobs.isEmpty && !isStopping }
    }

    private struct State {
        var mail = Mail()
        /// An empty list with room, so that a busy loop needs no new memory.
        var spareJobs: [UnownedJob] = []
        var isResting = false
        var isClosed = false
    }

    private let state = Mutex(State())

    /// False when the loop has ended and nothing is taken any more.
    func post(_ change: (inout Mail) -> Void, wake: () -> Void) -> Bool {
        let (isTaken, wakes) = state.withLock { state in
            guard !state.isClosed else { return (false, false) }
            change(&state.mail)
            defer { state.isResting = false }
            return (true, state.isResting)
        }
        if wakes { wake() }
        return isTaken
    }

    /// True when there is no mail: whoever posts some from now on wakes the loop.
    func prepareToRest() -> Bool {
        state.withLock { state in
            state.isResting = state.mail.isEmpty
            return state.isResting
        }
    }

    func endRest() { state.withLock { $0.isResting = false } }

    func take() -> Mail {
        state.withLock { state in
            var mail = Mail()
            swap(&mail, &state.mail)
            swap(&state.mail.jobs, &state.spareJobs)
            return mail
        }
    }

    func takeLinks() -> [ClientLink] {
        state.withLock { state in
            defer { state.mail.links = [] }
            return state.mail.links
        }
    }

    /// Gives the memory of mail that was seen to back for later use.
    func recycle(_ mail: consuming Mail) {
        var jobs = mail.jobs
        mail.jobs = []
        jobs.removeAll(keepingCapacity: true)
        state.withLock { swap(&$0.spareJobs, &jobs) }
    }

    func close() -> Mail {
        state.withLock { state in
            state.isClosed = true
            defer { state.mail = Mail() }
            return state.mail
        }
    }
}
