internal import RPCCore

/// The messages of one stream that its consumer has not taken, how it ended, and the consumer when
/// it waits.
struct StreamQueue {
    typealias Outcome = Result<[UInt8]?, RPCError>
    typealias Continuation = CheckedContinuation<Outcome, Never>

    /// Bytes from which on nothing more is read from the connection, until half of them are taken.
    static let byteCountMaximum = 1_048_576

    private var messages: ContiguousArray<[UInt8]> = []
    private var start = 0
    private var byteCount = 0
    /// Nil while more may come.
    private var end: Result<Void, RPCError>?
    private var consumer: Continuation?
    private(set) var isFull = false
    /// False when the stream ended before any byte of its request was sent.
    private(set) var wasSent = true

    /// Adds a message; the consumer that it goes to when one waits.
    mutating func add(_ message: [UInt8]) -> Continuation? {
        if let consumer {
            self.consumer = nil
            return consumer
        }
        messages.append(message)
        byteCount += message.count
        isFull = isFull || byteCount >= Self.byteCountMaximum
        return nil
    }

    /// Notes the end; the consumer to tell when one waits.
    mutating func finish(_ outcome: Result<Void, RPCError>, _ wasSent: Bool) -> Continuation? {
        if end == nil {
            end = outcome
            self.wasSent = wasSent
        }
        defer { consumer = nil }
        return consumer
    }

    /// What the consumer gets now; nil when it must wait. After a failure was given once, the stream
    /// is at its end.
    mutating func take() -> Outcome? {
        if start < messages.count {
            let message = messages[start]
            messages[start] = []
            start += 1
            byteCount -= message.count
            if byteCount <= Self.byteCountMaximum / 2 { isFull = false }
            if start == messages.count {
                messages.removeAll(keepingCapacity: true)
                start = 0
            }
            return .success(message)
        }
        switch end {
        case nil: return nil
        case .success?: return .success(nil)
        case .failure(let error)?:
            end = .success(())
            return .failure(error)
        }
    }

    /// Has the consumer wait; an earlier one that still waits is returned, because one at a time may.
    mutating func await(_ continuation: Continuation) -> Continuation? {
        defer { consumer = continuation }
        return consumer
    }
}
