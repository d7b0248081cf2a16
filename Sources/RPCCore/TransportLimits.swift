/// Every bound of the wire in one place, shared by all protocols on a port. Each has a flag of
/// `episodesd serve`; the defaults are the documented ones.
///
/// What one client can cost follows from them. A connection holds at most one incomplete frame
/// (buffers double, so up to twice its length), and unsent replies up to
/// `unsentByteCountMaximum` and one reply more; an idle one holds neither. A call needs no memory of
/// its own beside its frame and its reply while it runs, a waiting one keeps a copy of its payload
/// (64 MiB for all calls of an event loop together), an open stream the state its handler keeps. All
/// connections together stay near `bufferedByteCountMaximum`, which counts these, and not what a
/// connection takes by being there: below 1 KiB, and with gRPC some 22 KiB for the state of HTTP/2,
/// so that `connectionCountMaximum` bounds it.
public struct TransportLimits: Hashable, Sendable {
    /// Data of one frame and one reply, in bytes. Fixed by the ttrpc protocol.
    public static let frameByteCountMaximum = 4_194_304

    /// Request of a method that reads, in bytes.
    public var readRequestByteCountMaximum = 65_536
    /// Request of a method that writes, in bytes; less than a frame by the envelope around it.
    public var writeRequestByteCountMaximum = 4_194_304
    /// Data of an oversized frame that is read and thrown away so that its connection can live on;
    /// beyond it the connection is closed.
    public var oversizedFrameDrainByteCountMaximum = 16_777_216
    public var connectionCountMaximum = 10_000
    /// Calls that were read from one connection and not yet answered.
    public var inFlightPerConnectionMaximum = 1_024
    /// Reply bytes of one connection that its client has not taken; above it nothing more is read
    /// from that connection until half of them are gone.
    public var unsentByteCountMaximum = 8_388_608
    /// Memory of all connections of a server for requests that have not come whole and replies that
    /// have not been taken, in bytes. Above it no long frame is taken on (RESOURCE_EXHAUSTED), list
    /// replies are cut at 256 KiB, streams go on only as their clients read, and connections that
    /// hold more than their share are not read; a quarter above it those that hold most are closed.
    public var bufferedByteCountMaximum = 268_435_456
    /// From the first byte of a frame to its last.
    public var frameArrivalTimeoutMilliseconds: Int64 = 10_000
    /// A connection without a call in flight or a byte arriving.
    public var idleTimeoutMilliseconds: Int64 = 300_000
    /// A gRPC connection older than this, give or take a tenth, is ended in good order, so that
    /// clients spread over servers anew; 0 lets connections live. The native protocol has no way to
    /// say so.
    public var connectionAgeMaximumMilliseconds: Int64 = 0
    /// gRPC calls that a client may begin and take back before they ran, at once; resets of calls
    /// that run or are answered are free. Beyond it the connection is ended (CVE-2023-44487).
    public var earlyResetCountMaximum: Int64 = 1_000
    /// So many of them are forgotten in a second.
    public var earlyResetsPerSecondMaximum: Int64 = 33
    /// A connection whose client takes no byte of what is sent to it is closed after this. A reply
    /// that is late is not withdrawn (half of it may be on its way, and its call has ended for the
    /// client anyway), so this is what bounds how long a client that reads nothing holds memory.
    public var sendStallTimeoutMilliseconds: Int64 = 60_000
    /// For a call that asks for none.
    public var defaultDeadlineMilliseconds: Int64 = 10_000
    /// A call that asks for more gets this.
    public var deadlineMillisecondsMaximum: Int64 = 60_000
    /// The same for streams that tell what happens and have no end of their own.
    public var watchMillisecondsMaximum: Int64 = 86_400_000
    /// From SIGTERM to the end of the process, for the calls that still run.
    public var drainTimeoutMilliseconds: Int64 = 10_000

    public init() {}
}
