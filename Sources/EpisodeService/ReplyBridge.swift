internal import EpisodeProtocol
internal import RPCCore

// The one file of this module with unsafe code: it joins the encoder and the cache, which know
// nothing of calls, to the reply target, which knows nothing of messages.

extension ReplyEncoder {
    /// Writes the prepared reply into the connection's output buffer.
    func send(to target: any ReplyTarget) -> CallOutcome {
        guard byteCount <= target.byteCountMaximum else {
            return .failed(
                RPCError(
                    .resourceExhausted,
                    "the answer is \(byteCount) bytes long, over the limit of "
                        + "\(target.byteCountMaximum); ask for less or name fields in read_mask"))
        }
        unsafe write(into: target.beginReply(byteCount: byteCount))
        return .replied
    }
}

extension ReplyCache {
    /// Answers from what is kept; false when nothing was written.
    func answer(_ request: borrowing RawSpan, to target: any ReplyTarget) -> Bool {
        unsafe answer(request) { byteCount in
            byteCount <= target.byteCountMaximum
                ? unsafe target.beginReply(byteCount: byteCount) : nil
        }
    }
}
