public import RPCCore
public import TTRPC

/// A client's half of a connection as tests use it: the calls and the reader of replies together, as
/// a connection has them, without a socket.
public struct ClientWire {
    public struct Message: Hashable, Sendable {
        public var stream: UInt32
        public var bytes: [UInt8]
    }

    public var streams: ClientStreams
    public private(set) var reader = ReplyReader()
    private var messages: [Message] = []

    public init(streams: ClientStreams = ClientStreams()) { self.streams = streams }

    /// Begins a call whose tag is its stream.
    /// - Returns: an empty frame when the call has to wait for its turn.
    public mutating func begin(
        payload: [UInt8] = [7], metadata: [(String, String)] = [], deadline: MonotonicTime,
        now: MonotonicTime, isStream: Bool = false
    ) throws(RPCError) -> (stream: UInt32, frame: [UInt8]) {
        let request = ClientRequest(
            path: RequestPath(service: "s", method: "m"), payload: payload, metadata: metadata,
            deadline: deadline, isStream: isStream)
        let (stream, frame) = try streams.begin(request, tag: 0, now: now)
        return (stream, frame?.encoded ?? [])
    }

    /// Takes bytes; the calls they end. `takeMessages` has what came on streams.
    public mutating func receive(_ bytes: [UInt8]) -> [ClientEvent.Ended] {
        guard streams.failure == nil else { return [] }
        var frames: ContiguousArray<ReplyFrame> = []
        var fault: RPCError?
        do throws(RPCError) {
            try reader.read(bytes.span.bytes, into: &frames)
        } catch {
            fault = error
        }
        var events: [ClientEvent] = []
        for frame in frames {
            if let event = streams.take(frame) { events.append(event) }
        }
        if let fault { events += streams.fail(fault) }
        return take(events)
    }

    /// The ends among events; messages are kept.
    public mutating func take(_ events: [ClientEvent]) -> [ClientEvent.Ended] {
        var ended: [ClientEvent.Ended] = []
        for event in events {
            switch event {
            case .message(let stream, let bytes):
                messages.append(Message(stream: stream, bytes: bytes))
            case .ended(let end):
                if let last = end.lastMessage {
                    messages.append(Message(stream: end.stream, bytes: last))
                }
                ended.append(end)
            }
        }
        return ended
    }

    /// The messages that came since this was last asked, in the order they came.
    public mutating func takeMessages() -> [Message] {
        defer { messages = [] }
        return messages
    }
}
