public import EpisodeModel

/// What a StreamEpisodes request says beside its query.
public struct StreamOptions: Sendable {
    public var list: ListOptions
    /// Most rows of one batch, 0 to 1,000; 0 leaves it to the server.
    public var batchRowCount: Int
}

extension RequestDecoder {
    /// Reads a StreamEpisodesRequest. Its `request` sent in several pieces is put together, as
    /// protobuf merges messages.
    ///
    /// - Throws: `EpisodeError` whose field begins with `request`; `query` is then not to be run.
    public func decodeStream(
        _ payload: borrowing RawSpan, into query: inout EpisodeQuery
    ) throws(EpisodeError) -> StreamOptions {
        unsafe try payload.withUnsafeBytes { (bytes) throws(EpisodeError) in
            var request = unsafe UnsafeRawBufferPointer(start: nil, count: 0)
            var merged: [UInt8] = []
            var fieldsLeft = WireReader.requestFieldCountMaximum
            var reader = unsafe WireReader(bytes)
            while let field = try reader.next(fieldsLeft: &fieldsLeft) {
                guard field.number == 1 else { continue }
                guard field.type == .bytes else { throw .wrongType("request", field.type) }
                if unsafe request.isEmpty {
                    unsafe request = field.bytes
                } else {
                    if merged.isEmpty { unsafe merged.append(contentsOf: request) }
                    unsafe merged.append(contentsOf: field.bytes)
                }
            }
            if merged.isEmpty { return unsafe try decodeRequest(request, into: &query) }
            return unsafe try merged.span.bytes.withUnsafeBytes { (bytes) throws(EpisodeError) in
                unsafe try decodeRequest(bytes, into: &query)
            }
        }
    }

    private func decodeRequest(
        _ bytes: UnsafeRawBufferPointer, into query: inout EpisodeQuery
    ) throws(EpisodeError) -> StreamOptions {
        do throws(EpisodeError) {
            let list = unsafe try self.list.decode(bytes, into: &query)
            guard query.facets.isEmpty else {
                throw .invalid(
                    "facets", "a stream has no place for counts", "ask ListEpisodes for them")
            }
            return StreamOptions(
                list: list, batchRowCount: list.hasPageSize ? query.pageSize : 0)
        } catch {
            throw EpisodeError(
                code: error.code, field: error.field.isEmpty ? "request" : "request." + error.field,
                problem: error.problem, remedy: error.remedy)
        }
    }
}
