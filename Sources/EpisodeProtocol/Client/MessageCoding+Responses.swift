internal import CEpisodesProto
public import EpisodeModel

// Replies are checked like requests: a client must survive any server.
extension MessageCoding {
    /// Longest reply that is decoded, in bytes: one frame.
    public static let responseByteCountMaximum = 4_194_304
    /// Enough for the longest reply with 4 bytes a field.
    private static let fieldCountMaximum = 1_048_576

    public static func decodeListEpisodesResponse(
        _ bytes: [UInt8]
    ) throws(EpisodeError) -> ListEpisodesResponse {
        unsafe try decoding(bytes, WireMessages.listResponse) { (message) throws(EpisodeError) in
            var response = ListEpisodesResponse()
            response.episodes = unsafe try MessageValues.list(message.episodes, message.n_episodes)
            {
                (row) throws(EpisodeError) in unsafe try MessageValues.episode(row)
            }
            response.nextPageToken = unsafe MessageValues.text(message.next_page_token)
            response.totalSize = unsafe message.total_size
            response.facets = unsafe try MessageValues.facets(message.facets, message.n_facets)
            response.revision = unsafe message.revision
            response.notModified = unsafe message.not_modified != 0
            return response
        }
    }

    public static func decodeStreamEpisodesResponse(
        _ bytes: [UInt8]
    ) throws(EpisodeError) -> StreamEpisodesResponse {
        unsafe try decoding(bytes, WireMessages.streamResponse) { (message) throws(EpisodeError) in
            var response = StreamEpisodesResponse()
            response.episodes = unsafe try MessageValues.list(message.episodes, message.n_episodes)
            {
                (row) throws(EpisodeError) in unsafe try MessageValues.episode(row)
            }
            response.revision = unsafe message.revision
            return response
        }
    }

    /// - Throws: `EpisodeError` also when the reply holds no episode.
    public static func decodeGetEpisodeResponse(
        _ bytes: [UInt8]
    ) throws(EpisodeError) -> Episode {
        unsafe try decoding(bytes, WireMessages.getResponse) { (message) throws(EpisodeError) in
            guard let episode = unsafe message.episode else {
                throw .invalid("episode", "is missing in the reply", "")
            }
            return unsafe try MessageValues.episode(episode.pointee)
        }
    }

    public static func decodeBatchGetEpisodesResponse(
        _ bytes: [UInt8]
    ) throws(EpisodeError) -> BatchGetEpisodesResponse {
        unsafe try decoding(bytes, WireMessages.batchResponse) { (message) throws(EpisodeError) in
            var response = BatchGetEpisodesResponse()
            response.episodes = unsafe try MessageValues.list(message.episodes, message.n_episodes)
            {
                (row) throws(EpisodeError) in unsafe try MessageValues.episode(row)
            }
            response.missingIDs = unsafe Array(
                UnsafeBufferPointer(start: message.missing_ids, count: message.n_missing_ids))
            return response
        }
    }

    public static func decodeFilterOptionsResponse(
        _ bytes: [UInt8]
    ) throws(EpisodeError) -> FilterOptionsResponse {
        unsafe try decoding(bytes, WireMessages.filterOptionsResponse) {
            (message) throws(EpisodeError) in
            var response = FilterOptionsResponse()
            response.facets = unsafe try MessageValues.facets(message.facets, message.n_facets)
            response.domains = unsafe try MessageValues.list(message.domains, message.n_domains) {
                (domain) throws(EpisodeError) in unsafe MessageValues.domain(domain)
            }
            return response
        }
    }

    /// The URL.
    public static func decodeVideoStreamResponse(
        _ bytes: [UInt8]
    ) throws(EpisodeError) -> String {
        unsafe try decoding(bytes, WireMessages.videoStreamResponse) {
            (message) throws(EpisodeError) in
            unsafe MessageValues.text(message.url)
        }
    }

    public static func decodeCatalogResponse(
        _ bytes: [UInt8]
    ) throws(EpisodeError) -> CatalogResponse {
        unsafe try decoding(bytes, WireMessages.catalogResponse) { (message) throws(EpisodeError) in
            var response = CatalogResponse()
            response.revision = unsafe message.revision
            response.episodeCount = unsafe message.episode_count
            response.loadedAt = unsafe try MessageValues.timestamp(message.loaded_at, "loaded_at")
            response.source = unsafe MessageValues.text(message.source)
            return response
        }
    }

    public static func decodeUpsertResponse(
        _ bytes: [UInt8]
    ) throws(EpisodeError) -> UpsertEpisodesResponse {
        unsafe try decoding(bytes, WireMessages.upsertResponse) { (message) throws(EpisodeError) in
            unsafe UpsertEpisodesResponse(
                revision: message.revision, created: message.created, updated: message.updated)
        }
    }

    public static func decodeDeleteResponse(
        _ bytes: [UInt8]
    ) throws(EpisodeError) -> DeleteEpisodesResponse {
        unsafe try decoding(bytes, WireMessages.deleteResponse) { (message) throws(EpisodeError) in
            unsafe DeleteEpisodesResponse(revision: message.revision, deleted: message.deleted)
        }
    }

    public static func decodeWatchResponse(
        _ bytes: [UInt8]
    ) throws(EpisodeError) -> WatchCatalogResponse {
        unsafe try decoding(bytes, WireMessages.watchResponse) { (message) throws(EpisodeError) in
            unsafe WatchCatalogResponse(
                revision: message.revision, episodeCount: message.episode_count)
        }
    }

    /// The raw status: 1 SERVING, 2 NOT_SERVING; other numbers are the peer's.
    public static func decodeHealthCheckResponse(
        _ bytes: [UInt8]
    ) throws(EpisodeError) -> Int32 {
        unsafe try decoding(bytes, WireMessages.healthResponse) { (message) throws(EpisodeError) in
            unsafe Int32(bitPattern: message.status.rawValue)
        }
    }

    private static func decoding<Message, Result>(
        _ bytes: [UInt8], _ type: MessageType<Message>,
        _ body: (Message) throws(EpisodeError) -> Result
    ) throws(EpisodeError) -> Result {
        guard bytes.count <= responseByteCountMaximum else {
            throw EpisodeError(
                code: .resourceExhausted, field: "",
                problem: "the reply is \(bytes.count) bytes long",
                remedy: "ask for a smaller page")
        }
        let arena = MessageArena(byteCountMaximum: MessageArena.replyByteCountMaximum)
        let outcome = unsafe bytes.withUnsafeBytes { buffer in
            Swift.Result<Result, EpisodeError> { () throws(EpisodeError) in
                let message = unsafe try arena.unpack(
                    buffer, as: type, fieldCountMaximum: fieldCountMaximum)
                return unsafe try body(message.pointee)
            }
        }
        return try withExtendedLifetime(arena) { () throws(EpisodeError) in try outcome.get() }
    }
}
