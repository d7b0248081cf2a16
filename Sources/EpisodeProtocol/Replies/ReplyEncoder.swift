internal import EpisodeModel

/// Prepares one reply at a time: `prepare…`, then `byteCount`, then `write(into:)`. One belongs to
/// one event loop and keeps its memory between replies.
///
/// Whole rows are copied straight from `EncodedRows` into the connection's buffer; everything else,
/// rows under a read mask included, is built here first.
@safe public final class ReplyEncoder {
    /// Rows to copy as they are, before `tail`: where their bytes lie in `encoded`.
    private var pieces: [UnsafeRawBufferPointer] = unsafe []
    /// Keeps the memory of `pieces`.
    private var encoded: EncodedRows?
    private var piecesByteCount = 0
    var tail: [UInt8] = []

    public init() {}

    /// Exact size of the prepared reply.
    public var byteCount: Int { piecesByteCount + tail.count }

    /// Writes the prepared reply.
    ///
    /// - Precondition: the buffer holds exactly `byteCount` bytes.
    @unsafe public func write(into buffer: UnsafeMutableRawBufferPointer) {
        precondition(buffer.count == byteCount, "the buffer must be byteCount bytes")
        guard var target = buffer.baseAddress else { return }
        unsafe pieces.withUnsafeBufferPointer { pieces in
            for index in 0..<pieces.count {
                let piece = unsafe pieces[index]
                guard let source = piece.baseAddress else { continue }
                unsafe target.copyMemory(from: source, byteCount: piece.count)
                unsafe target += piece.count
            }
        }
        unsafe tail.withUnsafeBytes { bytes in
            guard let source = bytes.baseAddress else { return }
            unsafe target.copyMemory(from: source, byteCount: bytes.count)
        }
    }

    /// Drops the reply before; every `prepare…` starts with it.
    func reset() {
        if unsafe !pieces.isEmpty { unsafe pieces.removeAll(keepingCapacity: true) }
        encoded = nil
        piecesByteCount = 0
        if !tail.isEmpty { tail.removeAll(keepingCapacity: true) }
    }

    /// Adds rows as field 1 while they fit into so many bytes, and says how many did. They come
    /// first in every reply that has rows.
    /// - Complexity: O(rows); with a read mask O(their fields).
    func add(
        _ rows: [UInt32], of source: EncodedRows, _ selection: FieldSelection,
        byteCountMaximum: Int = .max
    ) -> Int {
        if selection == .all {
            encoded = source
            let (count, byteCount) = unsafe Self.add(
                rows, of: source, byteCountMaximum: byteCountMaximum, to: &pieces)
            piecesByteCount += byteCount
            return count
        }
        return Self.add(rows, of: source, selection, byteCountMaximum, to: &tail)
    }

    private static func add(
        _ rows: [UInt32], of source: EncodedRows, byteCountMaximum: Int,
        to pieces: inout [UnsafeRawBufferPointer]
    ) -> (count: Int, byteCount: Int) {
        var byteCount = 0
        unsafe pieces.reserveCapacity(rows.count)
        for position in rows.indices {
            let (bytes, _) = unsafe source.row(rows[position])
            guard bytes.count <= byteCountMaximum - byteCount else { return (position, byteCount) }
            unsafe pieces.append(bytes)
            byteCount += bytes.count
        }
        return (rows.count, byteCount)
    }

    private static func add(
        _ rows: [UInt32], of source: EncodedRows, _ selection: FieldSelection,
        _ byteCountMaximum: Int, to tail: inout [UInt8]
    ) -> Int {
        var left = byteCountMaximum
        for position in rows.indices {
            let (bytes, head) = unsafe source.row(rows[position])
            let content = unsafe UnsafeRawBufferPointer(rebasing: bytes[head...])
            let kept = unsafe RowMasking.keptByteCount(of: content, selection)
            left -= WireSize.bytes(field: RowHead.field, kept)
            guard left >= 0 else { return position }
            tail.appendHead(RowHead.field, byteCount: kept)
            unsafe RowMasking.eachKept(of: content, selection) {
                unsafe tail.append(contentsOf: $0)
            }
        }
        return rows.count
    }
}
