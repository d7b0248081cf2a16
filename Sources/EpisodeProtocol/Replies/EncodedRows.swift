internal import EpisodeModel

/// Every row of a catalogue as it goes out: field 1 of a reply, with tag and length, back to back.
/// Answering a page is copying bytes.
///
/// The bytes lie in chunks, so that growing never copies or doubles a large catalogue; a place is
/// 8 bytes a row.
///
/// Sendable because nothing writes after the builder has handed the rows over.
@safe public final class EncodedRows: @unchecked Sendable {
    /// Where a row's tag stands.
    struct Place: Hashable, Sendable {
        let chunk: UInt32
        let offset: UInt32
    }

    private let chunks: [UnsafeRawBufferPointer]
    private let places: [Place]

    /// Copies the chunks into memory whose place stays known, so that a row is found without
    /// counting references; each chunk given is dropped before the next is copied.
    init(taking chunks: consuming [[UInt8]], places: [Place]) {
        var copies: [UnsafeRawBufferPointer] = unsafe []
        for number in chunks.indices {
            let copy = UnsafeMutableRawBufferPointer.allocate(
                byteCount: chunks[number].count, alignment: 16)
            unsafe copy.copyBytes(from: chunks[number])
            chunks[number] = []
            unsafe copies.append(UnsafeRawBufferPointer(copy))
        }
        unsafe self.chunks = copies
        self.places = places
    }

    deinit { unsafe chunks.forEach { unsafe $0.deallocate() } }

    public var count: Int { places.count }

    /// Bytes of all rows.
    public var byteCount: Int { unsafe chunks.reduce(0) { $0 + $1.count } }

    /// A row with its tag and length, and how many bytes those take; good while this object lives.
    /// - Precondition: `row` is below `count`.
    func row(_ row: UInt32) -> (bytes: UnsafeRawBufferPointer, headByteCount: Int) {
        let place = places[Int(row)]
        let chunk = unsafe chunks[Int(place.chunk)]
        let start = Int(place.offset)
        let (head, content) = unsafe RowHead.read(chunk, at: start)
        return unsafe (
            UnsafeRawBufferPointer(rebasing: chunk[start..<(start + head + content)]), head
        )
    }
}

/// The tag byte and the length in front of a row.
enum RowHead {
    static let field: UInt32 = 1

    /// Bytes of the head and of the row behind it. Only for bytes that this module wrote.
    static func read(_ bytes: UnsafeRawBufferPointer, at start: Int) -> (head: Int, content: Int) {
        var length = 0
        var position = start + 1
        var shift = 0
        while true {
            let byte = unsafe bytes[position]
            length |= Int(byte & 0x7F) << shift
            position += 1
            shift += 7
            if byte < 0x80 { return (position - start, length) }
        }
    }
}
