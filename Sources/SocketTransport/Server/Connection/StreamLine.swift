internal import RPCCore

/// The open streams of one connection: whose turn it is, and how much of what they produced the
/// socket has not taken. A connection without streams has none of this.
///
/// The protocol has no flow control of its own, so the bound is here: all streams of a connection
/// together keep at most `windowByteCount` and one message unsent. A reply to another call of the
/// connection never stands behind more than that, and neither do streams stand behind such replies
/// for ever: only their own bytes count.
struct StreamLine {
    static let windowByteCount = 262_144

    private var streams: [UInt32: OpenStream] = [:]
    private var ready: ContiguousArray<OpenStream> = []
    private var readyStart = 0
    private var ledger = UnsentMessages()

    var count: Int { streams.count }
    var isEmpty: Bool { streams.isEmpty }
    var hasReady: Bool { readyStart < ready.count }
    /// Whether one more message may be produced.
    var hasWindow: Bool { ledger.byteCount < Self.windowByteCount }
    /// - Complexity: O(streams).
    var earliestDeadline: MonotonicTime { streams.values.map(\.deadline).min() ?? .distantFuture }

    mutating func insert(_ stream: OpenStream) {
        streams[stream.id] = stream
        ready.append(stream)
    }

    mutating func remove(_ id: UInt32) -> OpenStream? {
        guard let stream = streams.removeValue(forKey: id) else { return nil }
        stream.release()
        return stream
    }

    /// Takes out every stream that `isChosen`, in the order of their ids.
    mutating func removeAll(where isChosen: (OpenStream) -> Bool) -> [OpenStream] {
        let chosen = streams.values.filter(isChosen).sorted { $0.id < $1.id }
        for stream in chosen { _ = remove(stream.id) }
        return chosen
    }

    /// The stream whose turn it is, taken from the front of the line.
    mutating func popReady() -> OpenStream? {
        while readyStart < ready.count {
            let stream = ready[readyStart]
            readyStart += 1
            if readyStart >= 64, readyStart * 2 >= ready.count {
                ready.removeFirst(readyStart)
                readyStart = 0
            }
            guard stream.isOver else { return stream }
        }
        ready.removeAll(keepingCapacity: true)
        readyStart = 0
        return nil
    }

    /// To the back of the line.
    mutating func pushReady(_ stream: OpenStream) {
        stream.isReady = true
        ready.append(stream)
    }

    /// The stream has something again.
    mutating func wake(_ id: UInt32) {
        guard let stream = streams[id], !stream.isReady else { return }
        pushReady(stream)
    }

    mutating func didWrite(_ byteCount: Int, unsentByteCount: Int) {
        ledger.add(byteCount, unsentByteCount: unsentByteCount)
    }

    mutating func didSend(_ byteCount: Int) { ledger.didSend(byteCount) }
}

/// Which of a connection's unsent bytes are messages of streams.
private struct UnsentMessages {
    private struct Entry {
        var end: Int
        var byteCount: Int
    }

    /// Small messages share an entry; it counts as unsent until its last byte is gone.
    private static let entryByteCount = 16_384

    private(set) var byteCount = 0
    /// Oldest first.
    private var entries: [Entry] = []
    /// Bytes sent since the first stream was opened.
    private var sentByteCount = 0

    /// A message was written as the last of so many unsent bytes.
    mutating func add(_ messageByteCount: Int, unsentByteCount: Int) {
        byteCount += messageByteCount
        let end = sentByteCount + unsentByteCount
        if let last = entries.indices.last, entries[last].byteCount < Self.entryByteCount {
            entries[last].end = end
            entries[last].byteCount += messageByteCount
        } else {
            entries.append(Entry(end: end, byteCount: messageByteCount))
        }
    }

    mutating func didSend(_ count: Int) {
        sentByteCount += count
        let goneCount = entries.prefix { $0.end <= sentByteCount }.count
        guard goneCount > 0 else { return }
        for entry in entries.prefix(goneCount) { byteCount -= entry.byteCount }
        entries.removeFirst(goneCount)
    }
}
