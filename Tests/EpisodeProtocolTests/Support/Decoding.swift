import EpisodeModel
import EpisodeProtocol

struct DecodedList {
    var query = EpisodeQuery()
    var options: ListOptions
}

/// Decodes with a fresh decoder.
func decodeList(_ bytes: [UInt8]) throws(EpisodeError) -> DecodedList {
    var query = EpisodeQuery()
    let options = try RequestDecoder().decodeList(bytes.span.bytes, into: &query)
    return DecodedList(query: query, options: options)
}

func decodeList(_ request: ListEpisodesRequest) throws(EpisodeError) -> DecodedList {
    try decodeList(MessageCoding.encode(request))
}

/// The error that decoding gives; nil when it works.
func listError(_ bytes: [UInt8]) -> EpisodeError? {
    do {
        _ = try decodeList(bytes)
        return nil
    } catch { return error }
}

func listError(_ change: (inout ListEpisodesRequest) -> Void) -> EpisodeError? {
    var request = ListEpisodesRequest()
    change(&request)
    return listError(MessageCoding.encode(request))
}

extension ReplyEncoder {
    /// The prepared reply.
    var bytes: [UInt8] {
        var bytes = [UInt8](repeating: 0xAA, count: byteCount)
        bytes.withUnsafeMutableBytes { write(into: $0) }
        return bytes
    }
}
