internal import EpisodeModel

/// Prepares one reply at a time: `prepare…`, then `byteCount`, then `write(into:)`. One belongs to
/// one event loop and keeps its memory between replies.
///
/// Whole rows are copied straight from `EncodedRows` into the connection's buffer; everything else,
/// rows under a read mask included, is built here first. A struct, so that its owner decides once
/// for a whole reply who may touch it.
@safe public struct ReplyEncoder {
    private typealias Piece = UnsafeRawBufferPointer

    /// Room for rows to copy as they are, before `tail`: where their bytes lie in `encoded`.
    private var pieces: [Piece] = unsafe []
    private var pieceCount = 0
    /// Keeps the memory of `pieces`; kept from reply to reply, as most have rows of one catalogue.
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
            for index in 0..<pieceCount {
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
    mutating func reset() {
        pieceCount = 0
        piecesByteCount = 0
        if !tail.isEmpty { tail.removeAll(keepingCapacity: true) }
    }

    /// Drops the reply before and lets go of the rows that it was made of; until then they stay in
    /// memory.
    public mutating func releaseRows() {
        reset()
        encoded = nil
    }

    /// Adds rows as field 1 while they fit into so many bytes, and says how many did. They come
    /// first in every reply that has rows.
    /// - Complexity: O(rows); with a read mask O(their fields).
    mutating func add(
        _ rows: [UInt32], of source: EncodedRows, _ selection: FieldSelection,
        byteCountMaximum: Int = .max
    ) -> Int {
        guard selection == .all else {
            return addMasked(rows, of: source, selection, byteCountMaximum)
        }
        if encoded !== source { encoded = source }
        while unsafe pieces.count < rows.count {
            unsafe pieces.append(Piece(start: nil, count: 0))
        }
        (pieceCount, piecesByteCount) = unsafe pieces.withUnsafeMutableBufferPointer {
            unsafe source.find(rows, byteCountMaximum: byteCountMaximum, into: $0)
        }
        return pieceCount
    }

    private mutating func addMasked(
        _ rows: [UInt32], of source: EncodedRows, _ selection: FieldSelection,
        _ byteCountMaximum: Int
    ) -> Int {
        var left = byteCountMaximum
        for position in rows.indices {
            let bytes = unsafe source.row(rows[position])
            let content = unsafe UnsafeRawBufferPointer(
                rebasing: bytes[RowHead.byteCount(bytes)...])
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
