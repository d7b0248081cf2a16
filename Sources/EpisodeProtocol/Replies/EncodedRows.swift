internal import EpisodeModel

/// Every row of a catalogue as it goes out: field 1 of a reply, with tag and length, back to back.
/// Answering a page is copying bytes.
///
/// The bytes lie in chunks, so that growing never copies or doubles a large catalogue; a place is
/// 8 bytes a row.
public final class EncodedRows: Sendable {
    /// Where a row's tag stands.
    struct Place: Hashable, Sendable {
        let chunk: UInt32
        let offset: UInt32
    }

    private let chunks: [[UInt8]]
    private let places: [Place]

    init(chunks: [[UInt8]], places: [Place]) {
        self.chunks = chunks
        self.places = places
    }

    public var count: Int { places.count }

    /// Bytes of all rows.
    public var byteCount: Int { chunks.reduce(0) { $0 + $1.count } }

    /// Gives `body` a row with its tag and length; the second number is how many bytes those take.
    /// - Precondition: `row` is below `count`.
    func withRow<Result>(
        _ row: UInt32, _ body: (UnsafeRawBufferPointer, _ headByteCount: Int) -> Result
    ) -> Result {
        let place = places[Int(row)]
        return unsafe chunks[Int(place.chunk)].withUnsafeBytes { chunk in
            let start = Int(place.offset)
            let (head, content) = unsafe RowHead.read(chunk, at: start)
            return unsafe body(
                UnsafeRawBufferPointer(rebasing: chunk[start..<(start + head + content)]), head)
        }
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
