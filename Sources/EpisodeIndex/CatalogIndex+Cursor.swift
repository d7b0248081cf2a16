public import EpisodeModel

extension CatalogIndex {
    /// The place in the query's order right after a row of the page that was just found.
    ///
    /// - Parameter position: the row's place in `scratch.rows`.
    public func cursor(
        afterRowAt position: Int, of query: EpisodeQuery, in scratch: SearchScratch
    ) -> Cursor {
        var cursor = Cursor(keys: [], id: 0)
        writeCursor(afterRowAt: position, of: query, in: scratch, to: &cursor)
        return cursor
    }

    /// The same, written over a cursor whose memory is used again.
    public func writeCursor(
        afterRowAt position: Int, of query: EpisodeQuery, in scratch: SearchScratch,
        to cursor: inout Cursor
    ) {
        let found = scratch.found(position)
        writeCursor(
            after: found.row, relevanceClass: found.relevanceClass, of: query, to: &cursor)
    }

    func writeCursor(
        after row: UInt32, relevanceClass: UInt8, of query: EpisodeQuery, to cursor: inout Cursor
    ) {
        var count = 0
        Self.forEachKey(of: query) { key in
            if count == cursor.keys.count { cursor.keys.append(.absent) }
            switch key {
            case .relevance:
                cursor.keys[count] = .number(UInt64(relevanceClass))
            case .field(let field, _):
                write(row, field, to: &cursor.keys[count])
            }
            count += 1
        }
        cursor.keys.removeLast(cursor.keys.count - count)
        cursor.id = columns.ids.value(row) ?? 0
    }

    private func write(_ row: UInt32, _ field: EpisodeField, to key: inout Cursor.Key) {
        guard let column = columns.sortableText(field) else {
            key = columns.numeric(field)?.value(row).map { .number($0) } ?? .absent
            return
        }
        guard !column.texts.isEmpty(row) else {
            key = .absent
            return
        }
        var text: [UInt8] = []
        if case .text(let old) = key { text = old }
        // Now the memory has one owner and can be written over.
        key = .absent
        text.removeAll(keepingCapacity: true)
        column.texts[row].append(to: &text)
        key = .text(text)
    }
}
