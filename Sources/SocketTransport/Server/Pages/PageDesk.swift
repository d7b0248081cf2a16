internal import Dispatch
internal import OperatorPages
internal import Synchronization

/// Where pages are made, away from the event loops: what takes long, such as counting descriptors,
/// holds up no call. One after the other, so that whoever asks for many takes one thread at most.
///
/// All who ask for a page before its making begins get the same one, so at most one making of each
/// page waits, however many ask; and one that nobody waits for any more is left out.
final class PageDesk: Sendable {
    /// Who waits for a page.
    struct Ticket: Hashable, Sendable {
        fileprivate let page: Page
        fileprivate let number: UInt64
    }

    private struct Waiter {
        let headOnly: Bool
        let completion: @Sendable ([UInt8]) -> Void
    }

    private struct State {
        var waiters: [Page: [UInt64: Waiter]] = [:]
        /// Pages whose making is on the queue and has not begun.
        var planned: Set<Page> = []
        var lastNumber: UInt64 = 0
    }

    /// How long a page is waited for, and how long while the server drains.
    static let waitMilliseconds: Int64 = 10_000
    static let drainWaitMilliseconds: Int64 = 1_000

    let source: any PageSource
    private let waiterCountMaximum: Int
    private let queue = DispatchQueue(label: "episodes.transport.pages", target: .global())
    private let state = Mutex(State())

    /// - Parameter waiterCountMaximum: who may wait at once.
    init(_ source: any PageSource, waiterCountMaximum: Int = 256) {
        self.source = source
        self.waiterCountMaximum = waiterCountMaximum
    }

    /// Asks for a page.
    ///
    /// - Parameter completion: gets the bytes of the answer, on a queue of the desk.
    /// - Returns: nil when too many wait; nothing is made then.
    func ask(
        _ page: Page, headOnly: Bool, completion: @escaping @Sendable ([UInt8]) -> Void
    ) -> Ticket? {
        let (ticket, isNew) = state.withLock { state -> (Ticket?, Bool) in
            guard state.waiters.values.reduce(0, { $0 + $1.count }) < waiterCountMaximum else {
                return (nil, false)
            }
            state.lastNumber &+= 1
            state.waiters[page, default: [:]][state.lastNumber] = Waiter(
                headOnly: headOnly, completion: completion)
            return (
                Ticket(page: page, number: state.lastNumber), state.planned.insert(page).inserted
            )
        }
        if isNew { queue.async { [self] in make(page) } }
        return ticket
    }

    /// Nobody waits for it any more.
    func cancel(_ ticket: Ticket) {
        _ = state.withLock { $0.waiters[ticket.page]?.removeValue(forKey: ticket.number) }
    }

    private func make(_ page: Page) {
        let waiters = state.withLock { state in
            state.planned.remove(page)
            return state.waiters.removeValue(forKey: page) ?? [:]
        }
        guard !waiters.isEmpty else { return }
        let reply = source.make(page)
        let whole = Self.encoded(reply, headOnly: false)
        let head = Self.encoded(reply, headOnly: true)
        for waiter in waiters.values { waiter.completion(waiter.headOnly ? head : whole) }
    }

    static func encoded(_ reply: PageReply, headOnly: Bool) -> [UInt8] {
        reply.encoded(
            headOnly: headOnly,
            secondsSinceEpoch: WallClock.microsecondsSinceEpoch / 1_000_000)
    }
}
