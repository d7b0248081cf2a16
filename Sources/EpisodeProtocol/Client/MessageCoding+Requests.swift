internal import CEpisodesProto
public import EpisodeModel

/// A client's side of the wire: requests to bytes, replies to values, through protobuf-c.
public enum MessageCoding {
    public static func encode(_ request: ListEpisodesRequest) -> [UInt8] {
        unsafe building { unsafe $0.list(request) }
    }

    public static func encodeStreamEpisodes(_ request: ListEpisodesRequest) -> [UInt8] {
        unsafe building { arena in
            let message = unsafe arena.make(WireMessages.streamRequest)
            unsafe message?.pointee.request = unsafe arena.list(request)
            return unsafe message
        }
    }

    public static func encodeGetEpisode(id: UInt64, readMask: [String]) -> [UInt8] {
        unsafe building { arena in
            let message = unsafe arena.make(WireMessages.getRequest)
            unsafe message?.pointee.id = id
            unsafe message?.pointee.read_mask = unsafe arena.mask(readMask)
            return unsafe message
        }
    }

    public static func encodeBatchGetEpisodes(ids: [UInt64], readMask: [String]) -> [UInt8] {
        unsafe building { arena in
            let message = unsafe arena.make(WireMessages.batchRequest)
            unsafe message?.pointee.n_ids = ids.count
            unsafe message?.pointee.ids = unsafe arena.array(ids)
            unsafe message?.pointee.read_mask = unsafe arena.mask(readMask)
            return unsafe message
        }
    }

    public static func encodeGetVideoStream(videoIdentifier: UInt64) -> [UInt8] {
        unsafe building { arena in
            let message = unsafe arena.make(WireMessages.videoStreamRequest)
            unsafe message?.pointee.video_identifier = videoIdentifier
            return unsafe message
        }
    }

    public static func encodeHealthCheck(service: String) -> [UInt8] {
        unsafe building { arena in
            let message = unsafe arena.make(WireMessages.healthRequest)
            unsafe message?.pointee.service = unsafe arena.text(service)
            return unsafe message
        }
    }

    /// Rows and domains to add or replace; the bytes do not depend on anything else.
    public static func encodeUpsert(episodes: [Episode], domains: [Domain]) -> [UInt8] {
        var bytes: [UInt8] = []
        var row: [UInt8] = []
        for episode in episodes {
            row.removeAll(keepingCapacity: true)
            row.append(episode)
            bytes.appendHead(1, byteCount: row.count)
            bytes.append(contentsOf: row)
        }
        for domain in domains { bytes.append(2, domain) }
        return bytes
    }

    public static func encodeDelete(ids: [UInt64]) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.appendPacked(1, ids)
        return bytes
    }

    private static func building<Message>(
        _ body: (MessageArena) -> UnsafeMutablePointer<Message>?
    ) -> [UInt8] {
        let arena = MessageArena.forEncoding()
        return withExtendedLifetime(arena) {
            guard let message = unsafe body(arena) else { return [] }
            return unsafe MessageArena.pack(message)
        }
    }
}
