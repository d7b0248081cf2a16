internal import RPCCore

/// One call of a connection. The objects are used again for later calls.
final class GRPCStream {
    enum Phase {
        /// The request has not come whole.
        case receiving
        /// Whole, and waits for its turn.
        case queued
        /// With its handler, or kept by the connection's owner for another attempt.
        case running
        /// A streaming call that is open.
        case streaming
        /// The answer is complete, though perhaps not sent.
        case answered
    }

    /// Memory that a finished call may leave to the next.
    private static let keptByteCountMaximum = 4_096

    fileprivate(set) var id: Int32 = 0
    fileprivate(set) var slot = 0
    var phase = Phase.receiving
    // Unchecked, as reading a field calls nobody.
    @exclusivity(unchecked) var head = RequestHead()
    /// What is wrong with a path that names no method.
    var pathFault: RPCError?
    var method = MethodID(index: 0)
    var kind = MethodKind.unary
    var counted = CountedCall.no
    /// Which of the connection's reads began it, and when that was.
    fileprivate(set) var turn: UInt64 = 0
    var arrival = MonotonicTime.distantFuture
    var deadline = MonotonicTime.distantFuture
    /// When the whole request must be there.
    var requestLimit = MonotonicTime.distantFuture
    /// The client sends no more.
    var requestEnded = false

    /// What came of the request and is not done with: length-prefixed messages.
    fileprivate(set) var request = MessageBuffer(capacity: 512)
    /// A compressed message, unfolded; nil when the message lies in `request`.
    var unfolded: MessageBuffer?
    /// In the line of calls that wait for their turn.
    var isInLine = false

    /// Messages that were not taken yet.
    var reply: MessageBuffer?
    /// The response has begun with its header fields.
    var hasBegun = false
    /// Messages that are long enough go out compressed.
    var isCompressing = false
    /// Sent after the last message; nil is OK.
    var failure: RPCError?
    /// Nothing is added to the reply any more.
    var isReplyWhole = false

    /// Of a streaming call that is open.
    var source: (any ReplyStream)?
    /// It has nothing until its waker is called.
    var waitsForWaker = false
    /// In the line of those that may be pulled.
    var isReady = false

    func begin(id: Int32, slot: Int, turn: UInt64) {
        self.id = id
        self.slot = slot
        self.turn = turn
    }

    /// Forgets the call.
    func reset() {
        phase = .receiving
        counted = .no
        unsafe head = RequestHead()
        pathFault = nil
        kind = .unary
        deadline = .distantFuture
        requestLimit = .distantFuture
        requestEnded = false
        releaseRequest()
        isInLine = false
        reply = nil
        hasBegun = false
        isCompressing = false
        failure = nil
        isReplyWhole = false
        source = nil
        waitsForWaker = false
        isReady = false
    }

    func releaseRequest() {
        unfolded = nil
        if request.capacity <= Self.keptByteCountMaximum {
            request.removeAll()
        } else {
            request = MessageBuffer(capacity: 512)
        }
    }

    /// When the connection must look after this call by itself.
    var expiry: MonotonicTime {
        phase == .receiving ? min(requestLimit, deadline) : deadline
    }
}

/// The calls of a connection by slot.
struct GRPCStreams {
    private static let spareCountMaximum = 64
    private static let idleSpareCount = 4

    private var slots: ContiguousArray<GRPCStream?> = []
    private var free: ContiguousArray<Int> = []
    private var spare: ContiguousArray<GRPCStream> = []
    private(set) var count = 0

    mutating func add(id: Int32, turn: UInt64) -> GRPCStream {
        let stream = spare.popLast() ?? GRPCStream()
        let slot = free.popLast() ?? slots.count
        stream.begin(id: id, slot: slot, turn: turn)
        if slot == slots.count { slots.append(stream) } else { slots[slot] = stream }
        count += 1
        return stream
    }

    mutating func remove(_ stream: GRPCStream) {
        slots[stream.slot] = nil
        free.append(stream.slot)
        count -= 1
        stream.reset()
        if spare.count < Self.spareCountMaximum { spare.append(stream) }
    }

    /// Keeps few objects for later calls.
    mutating func shrink() {
        if spare.count > Self.idleSpareCount {
            spare.removeLast(spare.count - Self.idleSpareCount)
        }
    }

    /// A snapshot, good while calls end.
    var all: [GRPCStream] { slots.compactMap { $0 } }
}
