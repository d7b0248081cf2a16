internal import LoadGenerator
internal import RPCCore
internal import SocketTransport

/// Takes what connections find out.
protocol CallSink: AnyObject {
    /// A call of a connection has its answer.
    func didEnd(
        _ connection: LoadConnection, _ number: UInt32, _ outcome: LoadOutcome, byteCount: Int)
    /// Bytes came on a call that goes on, or on none.
    func wantsMessage(of outcome: LoadOutcome) -> Bool
    func note(_ message: String, of outcome: LoadOutcome)
}

/// One connection of a load and its calls. The two forms know their protocol; sockets are the
/// runner's.
class LoadConnection {
    let place: Int
    let calls: CallTable
    let output = OutputQueue()
    /// Calls that may be under way at once.
    private let streamCount: Int
    unowned let sink: any CallSink

    /// -1 while there is no connection.
    var descriptor: Int32 = -1
    /// The runner has it in its list of those with something to send.
    var isInSendLine = false
    /// The socket took not all; the poller tells when it takes more.
    var waitsForRoom = false
    /// The peer has sent at least one thing that belongs to the protocol.
    var hasHeardPeer = false
    /// Wait before the next attempt to connect.
    var backoffMilliseconds: Int64 = 0

    init(place: Int, streamCount: Int, sink: any CallSink) {
        self.place = place
        self.streamCount = streamCount
        self.sink = sink
        calls = CallTable(callCount: streamCount)
    }

    var isOpen: Bool { descriptor >= 0 }

    /// What the runner has counted of `freeCount`.
    var countedFreeCount = 0

    /// Output that waits for a peer that does not read: from here on no call begins, so that memory
    /// stays bounded by this and one request more.
    static let outputByteCountMaximum = 1_048_576

    /// Calls that may begin now.
    final var freeCount: Int {
        guard isOpen, !isRetiring, output.count < Self.outputByteCountMaximum else { return 0 }
        return max(0, min(streamCount, peerStreamCountMaximum) - calls.count)
    }

    /// No more calls may begin; it is made anew when those under way are over.
    var isRetiring: Bool { calls.isUsedUp }
    var peerStreamCountMaximum: Int { .max }

    /// The protocol has found a fault that ends the connection.
    var failure: RPCError? { nil }

    /// A fresh connection.
    func open(_ descriptor: Int32) {
        self.descriptor = descriptor
        waitsForRoom = false
        hasHeardPeer = false
        calls.restart()
        output.removeAll()
    }

    /// Puts a call into the output.
    /// - Precondition: `freeCount` is above 0.
    func begin(entry: Int, intended: Int64, now: Int64) {}

    /// Takes bytes from the peer. Nil while the connection is good, otherwise what is wrong.
    func take(_ bytes: UnsafeRawBufferPointer) -> RPCError? { nil }

    /// Brings what is to be sent into `output`.
    func prepareOutput() {}

    /// More would come into `output` at once.
    var hasMoreOutput: Bool { false }

    /// Tells the peer that a call was given up.
    func giveUp(_ number: UInt32) {}

    /// What a peer is that closed without a word of the protocol.
    var silenceHint: String { "" }
}
