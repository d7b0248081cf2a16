internal import EpisodeIndex
internal import EpisodeProtocol

/// The part of a snapshot that was built as a whole; snapshots that differ little share it.
final class SnapshotBase: Sendable {
    let index: CatalogIndex
    /// By row number of `index`.
    let rows: EncodedRows
    /// Of the rows that carry one, by row number.
    let streamURLs: [UInt32: String]

    init(index: CatalogIndex, rows: EncodedRows, streamURLs: [UInt32: String]) {
        self.index = index
        self.rows = rows
        self.streamURLs = streamURLs
    }
}
