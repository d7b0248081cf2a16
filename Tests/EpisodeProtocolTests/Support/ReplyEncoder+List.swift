import EpisodeModel
import EpisodeProtocol

extension ReplyEncoder {
    /// A list reply of rows that all fit.
    mutating func prepareList(
        rows: [UInt32], of encoded: EncodedRows, selection: FieldSelection, nextPageToken: [UInt8],
        totalSize: Int64, facets: [FacetCounts], revision: UInt64, notModified: Bool
    ) {
        _ = beginList(rows: rows, of: encoded, selection: selection, byteCountMaximum: .max)
        finishList(
            nextPageToken: nextPageToken, totalSize: totalSize, facets: facets, revision: revision,
            notModified: notModified)
    }
}
