internal import RPCCore

/// Telling the observer of every call, once when it begins and once when it ends.
extension GRPCServerConnection {
    /// The header fields of a call are there.
    func countStart(_ stream: GRPCStream) {
        if case .method(let id) = unsafe stream.head.target {
            stream.counted = .method(id)
        } else {
            stream.counted = .unknownMethod
        }
        observer?.callStarted(stream.counted.method)
    }

    /// The answer of a call is complete, or it will have none.
    func countEnd(_ stream: GRPCStream, _ code: StatusCode) {
        guard stream.counted != .no else { return }
        observer?.callEnded(stream.counted.method, code, arrival: stream.arrival)
        stream.counted = .no
    }

    /// The connection has ended. Told at once, because nobody may be left to take its last bytes.
    func countEnd() {
        switch end {
        case .abuse(let limit):
            if let kind = LimitKind(rawValue: limit.rawValue) { observer?.limitReached(kind) }
        case .tooSlow: observer?.limitReached(.frameTimeout)
        case .brokenProtocol, .wrongProtocol, nil: break
        }
    }

    /// A call that is refused before its header fields are read, so that its method is not known.
    func countRefused() {
        observer?.limitReached(.inFlight)
        observer?.callStarted(nil)
        observer?.callEnded(nil, .unavailable, arrival: arrival)
    }

    /// The owner lets go of the connection, and with it of all calls that have no answer.
    public func release() {
        for stream in unsafe streams.all { countEnd(stream, .cancelled) }
    }
}

/// Whether a call was begun that has not ended, by what observers are told.
enum CountedCall: Hashable {
    case no
    case unknownMethod
    case method(MethodID)

    var method: MethodID? {
        if case .method(let id) = self { id } else { nil }
    }
}
