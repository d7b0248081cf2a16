public import EpisodeModel

/// Every row of a catalogue as it goes out: field 1 of a reply, with tag and length, back to back.
/// Answering a page is copying bytes.
///
/// The bytes lie in chunks, so that growing never copies or doubles a large catalogue; a place is
/// 8 bytes a row and says the length as well, so that a page's size is known without touching its
/// rows.
///
/// Sendable because nothing writes after the builder has handed the rows over.
@safe public final class EncodedRows: @unchecked Sendable {
    /// Where a row's tag stands and how many bytes follow, packed: from the top 20 bits of chunk, 22
    /// of offset, 22 of length.
    struct Place: Hashable, Sendable {
        private static let bitCount: UInt64 = 22
        private static let mask: UInt64 = 1 << bitCount - 1
        /// Offsets and lengths lie below it.
        static let byteCountMaximum = 1 << Int(bitCount)

        private let packed: UInt64

        init(chunk: Int, offset: Int, byteCount: Int) {
            precondition(offset < Self.byteCountMaximum && byteCount < Self.byteCountMaximum)
            packed =
                UInt64(chunk) << (2 * Self.bitCount) | UInt64(offset) << Self.bitCount
                | UInt64(byteCount)
        }

        var chunk: Int { Int(packed >> (2 * Self.bitCount)) }
        var offset: Int { Int(packed >> Self.bitCount & Self.mask) }
        /// Of the row with its tag and length.
        var byteCount: Int { Int(packed & Self.mask) }
    }

    typealias Bytes = UnsafeRawBufferPointer

    public let count: Int
    /// Bytes of all rows.
    public let byteCount: Int
    /// Rows that lie in `chunks`; the others lie in `following`.
    private let firstCount: Int
    /// Owns `chunks` and `places` when this object does not.
    private let first: EncodedRows?
    private let following: EncodedRows?
    private let chunkCount: Int
    private let chunks: UnsafeMutablePointer<UnsafeMutableRawPointer>
    private let places: UnsafeMutablePointer<Place>

    /// Copies the chunks into memory whose place stays known, so that a row is found without
    /// counting references; each chunk given is dropped before the next is copied.
    init(taking chunks: consuming [[UInt8]], places: [Place]) {
        chunkCount = chunks.count
        unsafe self.chunks = .allocate(capacity: max(chunkCount, 1))
        var total = 0
        for number in chunks.indices {
            total += chunks[number].count
            let copy = UnsafeMutableRawBufferPointer.allocate(
                byteCount: max(chunks[number].count, 1), alignment: 16)
            unsafe copy.copyBytes(from: chunks[number])
            chunks[number] = []
            if let base = copy.baseAddress {
                unsafe (self.chunks + number).initialize(to: base)
            }
        }
        byteCount = total
        count = places.count
        firstCount = places.count
        first = nil
        following = nil
        unsafe self.places = .allocate(capacity: max(count, 1))
        for row in places.indices { unsafe (self.places + row).initialize(to: places[row]) }
    }

    /// The rows of one and then those of the other, which are numbered on. Nothing is copied.
    public init(_ first: EncodedRows, followedBy following: EncodedRows) {
        count = first.count + following.count
        byteCount = first.byteCount + following.byteCount
        firstCount = first.count
        chunkCount = first.chunkCount
        unsafe chunks = first.chunks
        unsafe places = first.places
        self.first = first
        self.following = following
    }

    deinit {
        guard first == nil else { return }
        for number in 0..<chunkCount { unsafe chunks[number].deallocate() }
        unsafe chunks.deallocate()
        unsafe places.deallocate()
    }

    /// A row with its tag and length; good while this object lives.
    /// - Precondition: `row` is below `count`.
    @inline(__always)
    func row(_ row: UInt32) -> UnsafeRawBufferPointer {
        guard Int(row) < firstCount else { return unsafe followingRow(row) }
        let place = unsafe places[Int(row)]
        return unsafe UnsafeRawBufferPointer(
            start: chunks[place.chunk] + place.offset, count: place.byteCount)
    }

    /// Finds rows while their bytes are at most so many together; how many that are.
    ///
    /// - Precondition: there is room for every row in `found`.
    func find(
        _ rows: [UInt32], byteCountMaximum: Int, into found: UnsafeMutableBufferPointer<Bytes>
    ) -> (count: Int, byteCount: Int) {
        precondition(rows.count <= found.count)
        guard let target = found.baseAddress else { return (0, 0) }
        // Read once, as writing to memory might change them for all that is known there.
        let (chunks, places, firstCount) = unsafe (chunks, places, firstCount)
        var byteCount = 0
        for position in rows.indices {
            let row = rows[position]
            let bytes: Bytes
            if Int(row) < firstCount {
                let place = unsafe places[Int(row)]
                unsafe bytes = Bytes(
                    start: chunks[place.chunk] + place.offset, count: place.byteCount)
            } else {
                unsafe bytes = followingRow(row)
            }
            guard bytes.count <= byteCountMaximum &- byteCount else { return (position, byteCount) }
            unsafe target[position] = bytes
            byteCount &+= bytes.count
        }
        return (rows.count, byteCount)
    }

    private func followingRow(_ row: UInt32) -> UnsafeRawBufferPointer {
        guard let following else { preconditionFailure("no such row") }
        return unsafe following.row(row - UInt32(firstCount))
    }

    /// A row decoded. What the wire does not carry, its stream URL, is absent.
    ///
    /// - Precondition: `row` is below `count`.
    /// - Complexity: O(bytes of the row).
    public func episode(_ number: UInt32) throws(EpisodeError) -> Episode {
        // A row with tag and length is the reply that holds it alone.
        try MessageCoding.decodeGetEpisodeResponse(unsafe Array(row(number)))
    }
}

/// The tag byte and the length in front of a row.
enum RowHead {
    static let field: UInt32 = 1

    /// Bytes of the head in front of a row. Only for bytes that this module wrote.
    static func byteCount(_ row: UnsafeRawBufferPointer) -> Int {
        var position = 1
        while unsafe row[position] >= 0x80 { position += 1 }
        return position + 1
    }
}
