/// The fields of one record, one after the other in one piece of memory that is used again for the
/// next record.
struct CSVRecord {
    private(set) var bytes: [UInt8] = []
    private var ends: [Int] = []
    /// Whether a field of the record was in quotes, so that it is no empty line.
    var hasQuotes = false

    var fieldCount: Int { ends.count }
    /// Whether it holds nothing but blanks in a single field, as an empty line does.
    var isBlank: Bool {
        fieldCount <= 1 && !hasQuotes && bytes.allSatisfy { $0 == 0x20 || $0 == 0x09 }
    }

    mutating func removeAll() {
        bytes.removeAll(keepingCapacity: true)
        ends.removeAll(keepingCapacity: true)
        hasQuotes = false
    }

    mutating func append(_ part: UnsafeRawBufferPointer) { unsafe bytes.append(contentsOf: part) }
    mutating func append(_ byte: UInt8) { bytes.append(byte) }
    mutating func endField() { ends.append(bytes.count) }

    func range(of field: Int) -> Range<Int> {
        (field == 0 ? 0 : ends[field - 1])..<ends[field]
    }
}
