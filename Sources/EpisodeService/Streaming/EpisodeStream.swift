internal import EpisodeIndex
internal import EpisodeModel
internal import EpisodeProtocol
internal import RPCCore

/// Every match of one request, in its order, from the snapshot of the moment it was opened.
///
/// Its memory does not grow with the catalogue: the request, and the numbers of the rows that come
/// next, at most a window of them. A window costs one search from the place where the one before
/// ended, so that searches that must look at every row are few.
final class EpisodeStream: ReplyStream {
    /// Rows of a batch whose size the request leaves open; no batch has more.
    static let batchRowCountMaximum = 1_000
    /// Bytes of the rows of one batch, except for a single row that is longer.
    static let batchByteCount = 131_072

    private let handler: EpisodeHandler
    private let snapshot: CatalogSnapshot
    private let selection: FieldSelection
    private let batchRowCount: Int
    private var query: EpisodeQuery
    /// What is left of the window begins at `position`.
    private var rows: [UInt32] = []
    private var position = 0
    private var hasMore = true
    /// Even a stream without rows has one message, because its revision is an answer.
    private var hasSent = false

    /// - Throws: `EpisodeError` when the search finds something wrong with the query.
    init(
        _ handler: EpisodeHandler, _ snapshot: CatalogSnapshot, _ query: EpisodeQuery,
        selection: FieldSelection, batchRowCount: Int
    ) throws(EpisodeError) {
        self.handler = handler
        self.snapshot = snapshot
        self.query = query
        self.selection = selection
        self.batchRowCount = batchRowCount
        self.query.pageSize = handler.service.configuration.streamWindowRowCount
        try takeWindow()
    }

    /// A stream that says only that nothing has changed.
    init(unchanged snapshot: CatalogSnapshot, _ handler: EpisodeHandler) {
        self.handler = handler
        self.snapshot = snapshot
        query = EpisodeQuery()
        selection = .all
        batchRowCount = 0
        hasMore = false
    }

    func next(now: MonotonicTime, into reply: any ReplyTarget) -> StreamStep {
        if position == rows.count, hasMore {
            do throws(EpisodeError) { try takeWindow() } catch { return .failed(RPCError(error)) }
        }
        guard position < rows.count || !hasSent else { return .end }
        let count = takeBatch(byteCountMaximum: min(Self.batchByteCount, reply.byteCountMaximum))
        guard count > 0 || position == rows.count else {
            return .failed(
                RPCError(
                    .resourceExhausted,
                    "an episode is too long for one message; name fields in read_mask"))
        }
        position += count
        hasSent = true
        defer { handler.encoder.releaseRows() }
        switch handler.encoder.send(to: reply) {
        case .failed(let error): return .failed(error)
        case .replied, .retry: return .message
        }
    }

    /// Prepares the batch that comes next; how many rows it has.
    private func takeBatch(byteCountMaximum: Int) -> Int {
        let rowCount = min(batchRowCount, rows.count - position)
        var count = handler.encoder.beginList(
            rows: Array(rows[position..<(position + rowCount)]), of: snapshot.rows,
            selection: selection, byteCountMaximum: byteCountMaximum)
        if count == 0, rowCount > 0 {
            count = handler.encoder.beginList(
                rows: [rows[position]], of: snapshot.rows, selection: selection,
                byteCountMaximum: .max)
        }
        handler.encoder.finishStreamBatch(revision: snapshot.revision)
        return count
    }

    private func takeWindow() throws(EpisodeError) {
        let scratch = handler.scratch
        try snapshot.index.search(query, using: scratch)
        rows.removeAll(keepingCapacity: true)
        rows.append(contentsOf: scratch.rows)
        position = 0
        hasMore = scratch.hasMore && !rows.isEmpty
        guard hasMore else { return }
        query.cursor = snapshot.index.cursor(
            afterRowAt: rows.count - 1, of: query, in: scratch)
        query.skip = 0
    }
}
