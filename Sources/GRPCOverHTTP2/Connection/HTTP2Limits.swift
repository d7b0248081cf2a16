/// Bounds of one HTTP/2 connection that are not the server's to choose.
enum HTTP2Limits {
    /// Header fields of one request: names, values and 32 bytes each, as SETTINGS_MAX_HEADER_LIST_SIZE
    /// counts. A request above it is refused.
    static let headerByteCountMaximum = 16_384
    /// A header block that unfolds to more than this ends its connection.
    static let headerBombByteCount = 131_072
    /// CONTINUATION frames of one header block.
    static let continuationCountMaximum = 8
    /// Entries of one SETTINGS frame.
    static let settingsEntryCountMaximum = 32
    /// Acknowledgements that wait because the client does not read.
    static let acknowledgementCountMaximum = 1_000

    /// What a client may send before it is told that more was taken: for each call, and for all.
    static let streamWindowByteCount: Int32 = 1_048_576
    static let connectionWindowByteCount: Int32 = 4_194_304
    /// Request bytes of one connection that wait for the rest of their message or for their turn.
    static let requestByteCountMaximum = 16_777_216

    /// A request up to this length is taken even while memory is short.
    static let shortRequestByteCount = 16_384
    /// Messages of one streaming call that were produced and not taken.
    static let streamReplyByteCount = 65_536

    /// How long a client may take for the rest of an answer that ends at its deadline.
    static let lateStatusMilliseconds: Int64 = 5_000

    /// From the first byte of a connection to its settings.
    static let handshakeMilliseconds: Int64 = 10_000
    /// How long a draining client is waited for before the last GOAWAY.
    static let drainRoundTripMilliseconds: Int64 = 200
    /// PINGs may come at this distance at all times; the documented pace is twice as long, so that
    /// no delay on the way makes a client look greedy.
    static let pingDistanceMilliseconds: Int64 = 5_000
}
