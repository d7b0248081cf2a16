internal import EpisodeModel

/// Prepares one reply at a time: `prepare…`, then `byteCount`, then `write(into:)`. One belongs to
/// one event loop and keeps its memory between replies.
///
/// Whole rows are copied straight from `EncodedRows` into the connection's buffer; everything else,
/// rows under a read mask included, is built here first.
public final class ReplyEncoder {
    /// Rows to copy as they are, before `tail`.
    private var rows: [UInt32] = []
    private var encoded: EncodedRows?
    private var rowsByteCount = 0
    var tail: [UInt8] = []

    public init() {}

    /// Exact size of the prepared reply.
    public var byteCount: Int { rowsByteCount + tail.count }

    /// Writes the prepared reply.
    ///
    /// - Precondition: the buffer holds exactly `byteCount` bytes.
    @unsafe public func write(into buffer: UnsafeMutableRawBufferPointer) {
        precondition(buffer.count == byteCount, "the buffer must be byteCount bytes")
        var position = 0
        if let encoded {
            for row in rows {
                unsafe encoded.withRow(row) { bytes, _ in
                    unsafe UnsafeMutableRawBufferPointer(
                        rebasing: buffer[position..<(position + bytes.count)]
                    ).copyMemory(from: bytes)
                    position += bytes.count
                }
            }
        }
        unsafe tail.withUnsafeBytes { bytes in
            unsafe UnsafeMutableRawBufferPointer(rebasing: buffer[position...]).copyMemory(
                from: bytes)
        }
    }

    /// How many rows from the front fit into so many bytes.
    /// - Complexity: O(rows); with a read mask O(their fields).
    public func rowCountFitting(
        _ rows: [UInt32], of encoded: EncodedRows, selection: FieldSelection, byteCountMaximum: Int
    ) -> Int {
        var left = byteCountMaximum
        for (position, row) in rows.enumerated() {
            left -= encoded.byteCount(of: row, selection)
            if left < 0 { return position }
        }
        return rows.count
    }

    /// Drops the reply before; every `prepare…` starts with it.
    func reset() {
        rows.removeAll(keepingCapacity: true)
        encoded = nil
        rowsByteCount = 0
        tail.removeAll(keepingCapacity: true)
    }

    /// Adds rows as field 1. They come first in every reply that has rows.
    func add(_ newRows: some Sequence<UInt32>, of source: EncodedRows, _ selection: FieldSelection)
    {
        if selection == .all {
            encoded = source
            for row in newRows {
                rows.append(row)
                rowsByteCount += source.byteCount(of: row, selection)
            }
            return
        }
        for row in newRows {
            unsafe source.withRow(row) { bytes, head in
                let content = unsafe UnsafeRawBufferPointer(rebasing: bytes[head...])
                unsafe tail.appendHead(
                    RowHead.field, byteCount: RowMasking.keptByteCount(of: content, selection))
                unsafe RowMasking.eachKept(of: content, selection) {
                    unsafe tail.append(contentsOf: $0)
                }
            }
        }
    }
}

extension EncodedRows {
    /// Bytes of a row in a reply, with tag and length.
    func byteCount(of row: UInt32, _ selection: FieldSelection) -> Int {
        unsafe withRow(row) { bytes, head in
            if selection == .all { return bytes.count }
            let content = unsafe UnsafeRawBufferPointer(rebasing: bytes[head...])
            return unsafe WireSize.bytes(
                field: RowHead.field, RowMasking.keptByteCount(of: content, selection))
        }
    }
}
