/// The statements that write the rows of one table.
struct RowTable {
    private let layout: RowLayout
    private let find: Statement
    private let write: Statement
    private let remove: Statement

    init(_ layout: RowLayout, on connection: Connection) throws(StoreError) {
        self.layout = layout
        find = try connection.prepare(layout.selection("WHERE id = ?1"))
        write = try connection.prepare(layout.writing)
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
    /// - Parameter isKnownNew: no row has this id, which saves looking.
    func put(
        _ row: inout RowBuffer, revision: UInt64, isKnownNew: Bool = false
    ) throws(StoreError) -> Outcome {
        let outcome = isKnownNew ? .created : try compare(row, revision: revision)
        if outcome == .unchanged { return outcome }
        row.append(Int64(bitPattern: revision))
        try row.run(write)
        return outcome
    }

    private func compare(_ row: RowBuffer, revision: UInt64) throws(StoreError) -> Outcome {
        find.bind(row.id, at: 1)
        defer { find.reset() }
        guard try find.step() else { return .created }
        if row.equals(find) { return .unchanged }
        let isOwn = find.integer(layout.revisionColumn) == Int64(bitPattern: revision)
        return isOwn ? .rewritten : .updated
    }

    /// Whether there was a row to remove.
    func remove(id: Int64) throws(StoreError) -> Bool {
        try remove.run(id)
        return remove.connection.changedRowCount > 0
    }
}
