internal import CSQLite

/// Reads the columns of the row that a query stands on, one after the other, and adds them up.
struct RowReader {
    let row: Statement
    private var column: Int32 = 0
    private var checksum = RowChecksum()
    /// Set when a value is not what the column holds.
    private(set) var isFaulty = false

    init(_ row: Statement) { self.row = row }

    mutating func integer() -> Int64? {
        defer { column += 1 }
        switch row.type(column) {
        case SQLITE_NULL: checksum.addNull()
        case SQLITE_INTEGER:
            let value = row.integer(column)
            checksum.add(value)
            return value
        default: isFaulty = true
        }
        return nil
    }

    /// An integer of a narrower or unsigned type.
    mutating func number<Number: FixedWidthInteger>(_: Number.Type) -> Number? {
        guard let value = integer() else { return nil }
        let number = Number(exactly: value)
        if number == nil { isFaulty = true }
        return number
    }

    mutating func real() -> Double? {
        defer { column += 1 }
        switch row.type(column) {
        case SQLITE_NULL: checksum.addNull()
        case SQLITE_FLOAT:
            let value = row.real(column)
            checksum.add(value)
            return value
        default: isFaulty = true
        }
        return nil
    }

    mutating func text() -> String {
        unsafe withBytes { bytes in unsafe String(decoding: bytes, as: UTF8.self) }
    }

    mutating func numbers() -> [UInt32] {
        let numbers = unsafe withBytes { bytes in
            var reader = unsafe ListTextReader(bytes)
            return reader.numbers()
        }
        if numbers == nil { isFaulty = true }
        return numbers ?? []
    }

    mutating func texts() -> [String] {
        let texts = unsafe withBytes { bytes in
            var reader = unsafe ListTextReader(bytes)
            return reader.texts()
        }
        if texts == nil { isFaulty = true }
        return texts ?? []
    }

    /// Calls `body` with the bytes of a text, which are none for NULL.
    mutating func withBytes<Result>(_ body: (UnsafeRawBufferPointer) -> Result) -> Result {
        defer { column += 1 }
        let bytes = unsafe row.bytes(column)
        switch row.type(column) {
        case SQLITE_NULL: checksum.addNull()
        case SQLITE_TEXT: unsafe checksum.add(text: bytes)
        default: isFaulty = true
        }
        return unsafe body(bytes)
    }

    /// Reads revision and checksum, which end a row.
    ///
    /// - Throws: when the row is not what was written, naming it.
    mutating func finish(_ layout: RowLayout) throws(StoreError) -> UInt64 {
        let revision = number(UInt64.self)
        let expected = checksum.value
        guard !isFaulty, let revision, row.type(column) == SQLITE_INTEGER,
            row.integer(column) == expected
        else {
            let id = UInt64(bitPattern: row.integer(0))
            throw .damaged(
                row.connection.path, "the row \(id) of \(layout.table) is not what was written")
        }
        return revision
    }
}
