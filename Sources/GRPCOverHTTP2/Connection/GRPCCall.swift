public import RPCCore

/// One call, ready for its handler: its whole request, or one message of a call that streams both
/// ways.
public struct GRPCCall: Hashable, Sendable {
    public let stream: UInt32
    public let method: MethodID
    public let kind: MethodKind
    public let arrival: MonotonicTime
    public let deadline: MonotonicTime

    init(_ stream: GRPCStream) {
        self.stream = UInt32(stream.id)
        method = stream.method
        kind = stream.kind
        arrival = stream.arrival
        deadline = stream.deadline
    }
}
