internal import CSQLite

/// A row on its way into the database: the values of its columns in order, all texts in one piece
/// of memory that is reused for the next row.
struct RowBuffer {
    private enum Value {
        case null
        case integer(Int64)
        case real(Double)
        case text(offset: Int, byteCount: Int)
    }

    private var values: [Value] = []
    private var texts: [UInt8] = []
    private var isFinished = false
    /// Value of the first column.
    private(set) var id: Int64 = 0

    var textByteCount: Int { texts.count }

    mutating func begin(id: Int64) {
        values.removeAll(keepingCapacity: true)
        texts.removeAll(keepingCapacity: true)
        self.id = id
        isFinished = false
        append(id)
    }

    mutating func append(_ value: Int64?) {
        values.append(value.map(Value.integer) ?? .null)
    }

    mutating func append(_ value: Double?) {
        values.append(value.map(Value.real) ?? .null)
    }

    /// An empty text is NULL.
    mutating func append(_ text: String) {
        let start = texts.count
        texts.append(contentsOf: text.utf8)
        appendText(from: start)
    }

    /// A text that `body` writes; NULL when it writes nothing.
    mutating func appendText(_ body: (inout [UInt8]) -> Void) {
        let start = texts.count
        body(&texts)
        appendText(from: start)
    }

    private mutating func appendText(from start: Int) {
        let count = texts.count - start
        values.append(count == 0 ? .null : .text(offset: start, byteCount: count))
    }

    /// Adds the revision that writes the row, which is its last value; once only.
    mutating func finish(revision: UInt64) {
        if isFinished { return }
        isFinished = true
        append(Int64(bitPattern: revision))
    }

    /// Whether the row that a query stands on begins with exactly these values.
    func equals(_ row: Statement, columnCount: Int) -> Bool {
        unsafe texts.withUnsafeBytes { texts in
            for (index, value) in values.prefix(columnCount).enumerated() {
                let column = Int32(index)
                let type = row.type(column)
                switch value {
                case .null: guard type == SQLITE_NULL else { return false }
                case .integer(let value):
                    guard type == SQLITE_INTEGER, row.integer(column) == value else { return false }
                case .real(let value):
                    guard type == SQLITE_FLOAT, row.real(column) == value else { return false }
                case .text(let offset, let count):
                    guard type == SQLITE_TEXT else { return false }
                    let own = unsafe UnsafeRawBufferPointer(
                        rebasing: texts[offset..<(offset + count)])
                    let other = unsafe row.bytes(column)
                    guard own.count == other.count, unsafe own.elementsEqual(other) else {
                        return false
                    }
                }
            }
            return true
        }
    }

    /// Gives the statement these values as its first parameters and their checksum as the next, and
    /// runs it.
    func run(_ statement: Statement) throws(StoreError) {
        let result: Result<Void, StoreError> = unsafe texts.withUnsafeBytes { texts in
            var checksum = RowChecksum()
            for (index, value) in values.enumerated() {
                let parameter = Int32(index + 1)
                switch value {
                case .null: checksum.addNull()
                case .integer(let value):
                    checksum.add(value)
                    statement.bind(value, at: parameter)
                case .real(let value):
                    checksum.add(value)
                    statement.bind(value, at: parameter)
                case .text(let offset, let count):
                    let text = unsafe UnsafeRawBufferPointer(
                        rebasing: texts[offset..<(offset + count)])
                    unsafe checksum.add(text: text)
                    unsafe statement.bind(text, at: parameter)
                }
            }
            statement.bind(checksum.value, at: Int32(values.count + 1))
            // The texts are bound without a copy, so the run ends before they go.
            defer { statement.reset() }
            do throws(StoreError) {
                _ = try statement.step()
                return .success(())
            } catch {
                return .failure(error)
            }
        }
        try result.get()
    }
}
