internal import CEpisodesProto
public import EpisodeModel

/// Turns request bytes into checked values. One belongs to one event loop: it keeps memory between
/// requests so that decoding allocates nothing in the steady state.
///
/// Every method takes bytes from outside that may be anything: all bounds are checked before memory
/// is taken, every text is UTF-8 without NUL, and what is wrong is named.
public final class RequestDecoder {
    let arena = MessageArena(byteCountMaximum: MessageArena.requestByteCountMaximum)
    var list = ListDecoder()

    public init() {}

    /// `ListDecoder.decode` for those who decode other requests as well.
    public func decodeList(
        _ payload: borrowing RawSpan, into query: inout EpisodeQuery
    ) throws(EpisodeError) -> ListOptions {
        try list.decode(payload, into: &query)
    }
}
