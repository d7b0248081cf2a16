internal import CEpisodesProto
public import EpisodeModel

// The small requests, through protobuf-c.
extension RequestDecoder {
    /// Most ids of one BatchGetEpisodes.
    public static let batchCountMaximum = 1_000

    public func decodeGetEpisode(
        _ payload: borrowing RawSpan
    ) throws(EpisodeError) -> (id: UInt64, selection: FieldSelection) {
        unsafe try unpacking(payload, WireMessages.getRequest) { (message) throws(EpisodeError) in
            unsafe (message.id, try Self.selection(message.read_mask))
        }
    }

    /// Reads the ids, each once, in the order of first mention.
    public func decodeBatchGetEpisodes(
        _ payload: borrowing RawSpan, into ids: inout [UInt64]
    ) throws(EpisodeError) -> FieldSelection {
        ids.removeAll(keepingCapacity: true)
        return unsafe try unpacking(payload, WireMessages.batchRequest) {
            (message) throws(EpisodeError) in
            guard unsafe message.n_ids <= Self.batchCountMaximum else {
                throw .invalid(
                    "ids", unsafe "has \(message.n_ids) values",
                    "send at most \(Self.batchCountMaximum) a call")
            }
            var seen = Set<UInt64>(minimumCapacity: unsafe message.n_ids)
            for index in 0..<(unsafe message.n_ids) {
                let id = unsafe message.ids[index]
                if seen.insert(id).inserted { ids.append(id) }
            }
            return unsafe try Self.selection(message.read_mask)
        }
    }

    public func decodeGetVideoStream(
        _ payload: borrowing RawSpan
    ) throws(EpisodeError) -> UInt64 {
        unsafe try unpacking(payload, WireMessages.videoStreamRequest) {
            (message) throws(EpisodeError) in unsafe message.video_identifier
        }
    }

    public func decodeGetFilterOptions(_ payload: borrowing RawSpan) throws(EpisodeError) {
        unsafe try unpacking(payload, WireMessages.filterOptionsRequest) {
            (_) throws(EpisodeError) in
        }
    }

    public func decodeGetCatalog(_ payload: borrowing RawSpan) throws(EpisodeError) {
        unsafe try unpacking(payload, WireMessages.catalogRequest) { (_) throws(EpisodeError) in }
    }

    /// The service asked about; empty = the whole server.
    public func decodeHealthCheck(_ payload: borrowing RawSpan) throws(EpisodeError) -> String {
        unsafe try unpacking(payload, WireMessages.healthRequest) {
            (message) throws(EpisodeError) in unsafe String(cString: message.service)
        }
    }

    func unpacking<Message, Result>(
        _ payload: borrowing RawSpan, _ type: MessageType<Message>,
        fieldCountMaximum: Int = WireReader.requestFieldCountMaximum,
        _ body: (Message) throws(EpisodeError) -> Result
    ) throws(EpisodeError) -> Result {
        defer { arena.reset() }
        return unsafe try payload.withUnsafeBytes { (bytes) throws(EpisodeError) in
            let message = unsafe try arena.unpack(
                bytes, as: type, fieldCountMaximum: fieldCountMaximum)
            return unsafe try body(message.pointee)
        }
    }

    private static func selection(
        _ mask: UnsafeMutablePointer<Google__Protobuf__FieldMask>?
    ) throws(EpisodeError) -> FieldSelection {
        guard let mask = unsafe mask?.pointee else { return .all }
        var builder = FieldSelectionBuilder()
        for index in 0..<(unsafe mask.n_paths) {
            guard let path = unsafe mask.paths[index] else { continue }
            unsafe try builder.add(path: cBytes(path))
        }
        return builder.finish()
    }
}
