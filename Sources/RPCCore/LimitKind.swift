/// The bounds that something can be refused by, as metrics name them. Those that have a flag of
/// `episodesd serve` have its name.
public enum LimitKind: String, CaseIterable, Hashable, Sendable {
    /// A connection too many.
    case connections = "max_connections"
    /// No file descriptor was left for a connection.
    case descriptors = "open_files"
    /// A call too many on one connection.
    case inFlight = "max_in_flight"
    /// A request, or a message of one, that is too long.
    case requestBytes = "max_request_bytes"
    /// Memory of all connections together: requests refused, and connections closed.
    case bufferedBytes = "max_buffered_bytes"
    /// Calls that wait hold too much.
    case waitingBytes = "waiting_bytes"
    /// Header fields, or the head of a page's request, that are too long.
    case headerBytes = "header_bytes"
    /// A frame, a request or a head did not come whole in time.
    case frameTimeout = "frame_timeout"
    /// A client took no byte of its replies for too long.
    case stallTimeout = "stall_timeout"
    /// Nothing moved on a connection for too long.
    case idleTimeout = "idle_timeout"
    /// gRPC: calls begun and taken back (CVE-2023-44487).
    case rapidReset = "rapid_reset"
    /// gRPC: faults that make the server reset calls (CVE-2025-8671).
    case provokedReset = "provoked_reset"
    /// gRPC: frames of the protocol's own without any call in sight.
    case controlFrames = "control_frames"
    /// gRPC: PINGs faster than is agreed.
    case pings = "pings"
    /// gRPC: header fields that unfold to far more than is taken, or go on for ever.
    case headerBomb = "headers"
    /// gRPC: acknowledgements and resets pile up because the client does not read.
    case unreadReplies = "unread_replies"
}
