internal import EpisodeIndex
internal import EpisodeModel
internal import EpisodeProtocol

extension EpisodeHandler {
    func prepareEpisode(_ payload: borrowing RawSpan) throws(EpisodeError) {
        let (id, selection) = try decoder.decodeGetEpisode(payload)
        guard id != 0 else { throw .invalid("id", "is missing or 0", "give an episode's id") }
        guard let row = snapshot.index.rowNumber(id: id) else {
            throw EpisodeError(
                code: .notFound, field: "id", problem: "no episode has the id \(id)",
                remedy: "ListEpisodes shows the ids there are")
        }
        encoder.prepareEpisode(row: row, of: snapshot.rows, selection: selection)
    }

    /// Each id once, in the order of its first mention.
    func prepareBatch(_ payload: borrowing RawSpan) throws(EpisodeError) {
        let selection = try decoder.decodeBatchGetEpisodes(payload, into: &ids)
        rows.removeAll(keepingCapacity: true)
        var missing: [UInt64] = []
        var seen = Set<UInt64>(minimumCapacity: ids.count)
        for id in ids where seen.insert(id).inserted {
            if let row = snapshot.index.rowNumber(id: id) {
                rows.append(row)
            } else {
                missing.append(id)
            }
        }
        encoder.prepareBatch(
            rows: rows, of: snapshot.rows, selection: selection, missing: missing)
    }

    func prepareVideoStream(_ payload: borrowing RawSpan) throws(EpisodeError) {
        let identifier = try decoder.decodeGetVideoStream(payload)
        guard identifier != 0 else {
            throw EpisodeError(
                code: .notFound, field: "video_identifier",
                problem: "0 or nothing stands for an episode without a video",
                remedy: "give the video_identifier of an episode that has one")
        }
        guard let row = snapshot.index.rowNumber(videoIdentifier: identifier) else {
            throw EpisodeError(
                code: .notFound, field: "video_identifier",
                problem: "no episode has the video \(identifier)",
                remedy: "take video_identifier from an episode; 0 there means no video")
        }
        encoder.prepareVideoStream(url: try streamURL(row: row, identifier: identifier))
    }

    private func streamURL(row: UInt32, identifier: UInt64) throws(EpisodeError) -> String {
        if let url = snapshot.streamURL(row: row) { return url }
        let template = service.configuration.streamURLTemplate
        guard !template.isEmpty else {
            throw EpisodeError(
                code: .notFound, field: "video_identifier",
                problem: "the catalogue has no stream URL for the video \(identifier)",
                remedy: "start the server with --stream-url-template or put stream_url in the row")
        }
        return template.replacing("{video_identifier}", with: String(identifier))
    }
}
