public import EpisodeModel

/// Encodes rows one by one, in any order, and puts them into row order at the end.
public final class EncodedRowsBuilder {
    /// Rows of a chunk end below it, so that offsets and lengths fit a place.
    private static let chunkByteCount = EncodedRows.Place.byteCountMaximum - 1

    private var chunks: [[UInt8]] = []
    private var places: [EncodedRows.Place] = []
    private var row: [UInt8] = []

    public init() {}

    /// Rows so far.
    public var count: Int { places.count }

    /// Encodes a row as the next one.
    ///
    /// - Throws: `EpisodeError` when its encoding is over `CatalogLimits.rowByteCountMaximum`;
    ///   nothing is added then.
    public func append(_ episode: Episode) throws(EpisodeError) {
        row.removeAll(keepingCapacity: true)
        row.append(episode)
        guard row.count <= CatalogLimits.rowByteCountMaximum else {
            throw .invalid(
                "", "the row takes \(row.count) bytes encoded",
                "keep a row to \(CatalogLimits.rowByteCountMaximum) bytes")
        }
        let needed = WireSize.bytes(field: RowHead.field, row.count)
        if chunks.isEmpty || chunks[chunks.count - 1].count + needed > Self.chunkByteCount {
            var chunk: [UInt8] = []
            chunk.reserveCapacity(Self.chunkByteCount)
            chunks.append(chunk)
        }
        let last = chunks.count - 1
        places.append(
            EncodedRows.Place(chunk: last, offset: chunks[last].count, byteCount: needed))
        chunks[last].appendHead(RowHead.field, byteCount: row.count)
        chunks[last].append(contentsOf: row)
    }

    /// Whether the last row has exactly the bytes of the n-th added.
    /// - Precondition: `n` is below `count`.
    public func lastRowEquals(row n: Int) -> Bool {
        guard let last = places.last else { return false }
        return bytes(at: last).elementsEqual(bytes(at: places[n]))
    }

    /// Whether the last row has exactly the bytes of a finished one.
    /// - Precondition: `row` is below `rows.count`.
    public func lastRowEquals(row: UInt32, of rows: EncodedRows) -> Bool {
        guard let last = places.last else { return false }
        let other = unsafe rows.row(row)
        return unsafe chunks[last.chunk].withUnsafeBytes { bytes in
            let own = unsafe UnsafeRawBufferPointer(
                rebasing: bytes[last.offset..<(last.offset + last.byteCount)])
            return unsafe own.count == other.count && own.elementsEqual(other)
        }
    }

    /// Takes the last row away again; nothing happens when there is none.
    public func removeLast() {
        guard let place = places.popLast() else { return }
        let chunk = place.chunk
        chunks[chunk].removeLast(chunks[chunk].count - place.offset)
        if chunks[chunk].isEmpty { chunks.removeLast() }
    }

    /// The rows in the given order; this builder is empty afterwards.
    ///
    /// - Parameter order: for each row number, which row it is in the order of adding.
    /// - Precondition: every number in `order` is below `count`.
    public func finish(order: [UInt32]) -> EncodedRows {
        let ordered = order.map { places[Int($0)] }
        var taken: [[UInt8]] = []
        swap(&taken, &chunks)
        places = []
        return EncodedRows(taking: taken, places: ordered)
    }

    private func bytes(at place: EncodedRows.Place) -> ArraySlice<UInt8> {
        chunks[place.chunk][place.offset..<(place.offset + place.byteCount)]
    }
}
