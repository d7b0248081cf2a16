import EpisodeModel

@testable import EpisodeProtocol

/// Replies on the client's side: any server's bytes give a value or an error, and a row that is
/// taken comes back when a server sends it again.
///
/// Input: which reply, then the message.
enum Replies {
    static func run(_ input: UnsafeRawBufferPointer) {
        let bytes = Array(input.after(1))
        switch input.choice(0) % 8 {
        case 0: tryList(bytes)
        case 1: tryGet(bytes)
        case 2: tryBatch(bytes)
        case 3: twice { () throws(EpisodeError) in try coding.decodeFilterOptionsResponse(bytes) }
        case 4: twice { () throws(EpisodeError) in try coding.decodeVideoStreamResponse(bytes) }
        case 5: twice { () throws(EpisodeError) in try coding.decodeCatalogResponse(bytes) }
        case 6: tryStream(bytes)
        default: twice { () throws(EpisodeError) in try coding.decodeHealthCheckResponse(bytes) }
        }
    }

    private typealias coding = MessageCoding

    /// The value, which must be the same at each attempt; nil when it is an error.
    @discardableResult
    private static func twice<Value: Hashable>(
        _ body: () throws(EpisodeError) -> Value
    ) -> Value? {
        let (first, second) = (outcome(body), outcome(body))
        switch (first, second) {
        case (.success(let value), .success(let same)):
            // Not a number differs from itself.
            let isSame = value == same || "\(value)" == "\(same)"
            require(isSame, "\(value) and \(same)")
            return value
        case (.failure(let error), .failure(let same)): require(error == same, "\(error), \(same)")
        default: require(false, "\(first) and \(second)")
        }
        return nil
    }

    private static func tryList(_ bytes: [UInt8]) {
        let reply = twice { () throws(EpisodeError) in
            try coding.decodeListEpisodesResponse(bytes)
        }
        guard let reply, let rows = encode(reply.episodes) else { return }
        var encoder = ReplyEncoder()
        let count = encoder.beginList(
            rows: Array(0..<UInt32(rows.count)), of: rows, selection: .all, byteCountMaximum: .max)
        require(count == rows.count, "\(count) rows of \(rows.count)")
        encoder.finishList(
            nextPageToken: Array(reply.nextPageToken.utf8), totalSize: reply.totalSize,
            facets: reply.facets, revision: reply.revision, notModified: reply.notModified)
        let again = outcome { () throws(EpisodeError) in
            try coding.decodeListEpisodesResponse(encoder.bytes)
        }
        guard case .success(let same) = again else { return require(false, "\(again)") }
        require(same == reply, "\(reply) became \(same)")
    }

    private static func tryGet(_ bytes: [UInt8]) {
        let episode = twice { () throws(EpisodeError) in
            try coding.decodeGetEpisodeResponse(bytes)
        }
        guard let episode, let rows = encode([episode]) else { return }
        var encoder = ReplyEncoder()
        encoder.prepareEpisode(row: 0, of: rows, selection: .all)
        let again = outcome { () throws(EpisodeError) in
            try coding.decodeGetEpisodeResponse(encoder.bytes)
        }
        guard case .success(let same) = again else { return require(false, "\(again)") }
        require(same == episode, "\(episode) became \(same)")
    }

    private static func tryBatch(_ bytes: [UInt8]) {
        let reply = twice { () throws(EpisodeError) in
            try coding.decodeBatchGetEpisodesResponse(bytes)
        }
        guard let reply, let rows = encode(reply.episodes) else { return }
        var encoder = ReplyEncoder()
        encoder.prepareBatch(
            rows: Array(0..<UInt32(rows.count)), of: rows, selection: .all,
            missing: reply.missingIDs)
        let again = outcome { () throws(EpisodeError) in
            try coding.decodeBatchGetEpisodesResponse(encoder.bytes)
        }
        guard case .success(let same) = again else { return require(false, "\(again)") }
        require(same == reply, "\(reply) became \(same)")
    }

    private static func tryStream(_ bytes: [UInt8]) {
        let reply = twice { () throws(EpisodeError) in
            try coding.decodeStreamEpisodesResponse(bytes)
        }
        guard let reply, let rows = encode(reply.episodes) else { return }
        var encoder = ReplyEncoder()
        _ = encoder.beginList(
            rows: Array(0..<UInt32(rows.count)), of: rows, selection: .all, byteCountMaximum: .max)
        encoder.finishStreamBatch(revision: reply.revision)
        let again = outcome { () throws(EpisodeError) in
            try coding.decodeStreamEpisodesResponse(encoder.bytes)
        }
        guard case .success(let same) = again else { return require(false, "\(again)") }
        require(same == reply, "\(reply) became \(same)")
    }

    /// The rows as a server holds them; nil when one is none that a server can have, or has a
    /// popularity that differs from itself.
    private static func encode(_ episodes: [Episode]) -> EncodedRows? {
        let builder = EncodedRowsBuilder()
        for episode in episodes {
            if episode.popularity?.isNaN == true { return nil }
            guard (try? builder.append(episode)) != nil else { return nil }
        }
        return builder.finish(order: Array(0..<UInt32(episodes.count)))
    }
}

extension ReplyEncoder {
    /// The prepared reply.
    var bytes: [UInt8] {
        var bytes = [UInt8](repeating: 0xAA, count: byteCount)
        bytes.withUnsafeMutableBytes { write(into: $0) }
        return bytes
    }
}
