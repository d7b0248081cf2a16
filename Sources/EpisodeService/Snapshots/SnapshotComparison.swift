internal import EpisodeIndex
internal import EpisodeModel
internal import EpisodeProtocol

/// Finds out in which rows a catalogue that is being read differs from the one that is served.
///
/// Takes one bit for each row that is served and the rows that differ, so few that they can be
/// served as changes.
final class SnapshotComparison {
    let served: CatalogSnapshot
    private let changeCountMaximum: Int
    private var upserts: [Episode] = []
    private var isSeen: [UInt64]
    private var seenCount = 0

    init(with served: CatalogSnapshot) {
        self.served = served
        changeCountMaximum = MergePolicy().changedRowCountMaximum(rowCount: served.rowCount)
        isSeen = Array(repeating: 0, count: (served.rows.count + 63) / 64)
    }

    /// Compares a row, of an id that was not there before.
    ///
    /// - Parameter rows: holds the row encoded as its last one.
    /// - Returns: false when too much differs.
    func notice(_ episode: Episode, _ rows: EncodedRowsBuilder) -> Bool {
        guard let row = served.index.rowNumber(id: episode.id) else {
            upserts.append(episode)
            return upserts.count <= changeCountMaximum
        }
        isSeen[Int(row >> 6)] |= 1 << UInt64(row & 63)
        seenCount += 1
        if rows.lastRowEquals(row: row, of: served.rows),
            served.hasStreamURL(of: episode, row: row)
        {
            return true
        }
        upserts.append(episode)
        return upserts.count <= changeCountMaximum
    }

    /// All that differs, once every row was compared; nil when it is too much.
    func edit() -> CatalogEdit? {
        let deleteCount = served.rowCount - seenCount
        guard upserts.count + deleteCount <= changeCountMaximum else { return nil }
        var deletes: [UInt64] = []
        if deleteCount > 0 {
            served.index.forEachRow { row in
                if isSeen[Int(row >> 6)] >> UInt64(row & 63) & 1 == 0 {
                    deletes.append(served.index.id(ofRow: row))
                }
            }
        }
        return CatalogEdit(upserts: upserts, deletes: deletes)
    }
}
