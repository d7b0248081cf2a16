/// The statements that write the rows of one table.
struct RowTable {
    private let layout: RowLayout
    private let find: Statement
    private let insert: Statement
    private let update: Statement
    private let remove: Statement

    init(_ layout: RowLayout, on connection: Connection) throws(StoreError) {
        self.layout = layout
        find = try connection.prepare(layout.selection("WHERE id = ?1"))
        insert = try connection.prepare(layout.inserting)
        update = try connection.prepare(layout.updating)
        remove = try connection.prepare("DELETE FROM \(layout.table) WHERE id = ?1")
    }

    /// What became of a row.
    enum Outcome {
        case created
        case updated
        case unchanged
        /// The edit had written this row before.
        case rewritten
    }

    /// Writes a row unless it is there with the same bytes.
    ///
    /// - Parameter isProbablyNew: insert first and look only if that fails, which is right in any
    ///   case and faster for rows that are new.
    func put(
        _ row: inout RowBuffer, revision: UInt64, isProbablyNew: Bool = false
    ) throws(StoreError) -> Outcome {
        if isProbablyNew, try create(&row, revision) { return .created }
        let outcome = try compare(row, revision: revision)
        switch outcome {
        case .created:
            guard try create(&row, revision) else {
                throw .damaged(insert.connection.path, "the table \(layout.table) is inconsistent")
            }
        case .updated, .rewritten:
            row.finish(revision: revision)
            try row.run(update)
        case .unchanged: break
        }
        return outcome
    }

    /// Whether there was no row of this id, so that there is one now.
    private func create(_ row: inout RowBuffer, _ revision: UInt64) throws(StoreError) -> Bool {
        row.finish(revision: revision)
        try row.run(insert)
        return insert.connection.changedRowCount > 0
    }

    private func compare(_ row: RowBuffer, revision: UInt64) throws(StoreError) -> Outcome {
        find.bind(row.id, at: 1)
        defer { find.reset() }
        guard try find.step() else { return .created }
        if row.equals(find, columnCount: layout.contents.count) { return .unchanged }
        let isOwn = find.integer(layout.revisionColumn) == Int64(bitPattern: revision)
        return isOwn ? .rewritten : .updated
    }

    /// Whether there was a row to remove.
    func remove(id: Int64) throws(StoreError) -> Bool {
        try remove.run(id)
        return remove.connection.changedRowCount > 0
    }
}
