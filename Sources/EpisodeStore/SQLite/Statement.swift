internal import CSQLite

/// One prepared statement. Columns count from 0, parameters from 1, as in SQLite.
@safe final class Statement {
    let connection: Connection
    private let handle: OpaquePointer

    @unsafe init(_ handle: OpaquePointer, of connection: Connection) {
        self.connection = connection
        unsafe self.handle = handle
    }

    deinit { unsafe sqlite3_finalize(handle) }

    func bind(_ value: Int64, at parameter: Int32) {
        unsafe sqlite3_bind_int64(handle, parameter, value)
    }

    func bind(_ value: Double, at parameter: Int32) {
        unsafe sqlite3_bind_double(handle, parameter, value)
    }

    /// Binds a text of at most 2 MiB without copying it: it has to stay until the next `reset`.
    /// None at all is NULL.
    @unsafe func bind(_ text: UnsafeRawBufferPointer, at parameter: Int32) {
        unsafe sqlite3_bind_text(
            handle, parameter, text.baseAddress?.assumingMemoryBound(to: CChar.self),
            Int32(clamping: text.count), nil)
    }

    /// Goes to the next row; false when there is none.
    ///
    /// After an error the statement is ready for its next use.
    func step() throws(StoreError) -> Bool {
        let code = unsafe sqlite3_step(handle)
        if code == SQLITE_ROW { return true }
        if code == SQLITE_DONE { return false }
        let error = connection.failure(code)
        reset()
        throw error
    }

    /// Ends a run; the values of parameters are NULL again.
    func reset() {
        unsafe sqlite3_reset(handle)
        unsafe sqlite3_clear_bindings(handle)
    }

    /// Runs a statement that answers nothing.
    func run(_ values: Int64...) throws(StoreError) {
        for (offset, value) in values.enumerated() { bind(value, at: Int32(offset + 1)) }
        defer { reset() }
        _ = try step()
    }

    /// Runs a statement to its first row and gives its first number; nil without a row or a value.
    func firstInteger(_ values: Int64...) throws(StoreError) -> Int64? {
        for (offset, value) in values.enumerated() { bind(value, at: Int32(offset + 1)) }
        defer { reset() }
        guard try step(), !isNull(0) else { return nil }
        return integer(0)
    }

    func isNull(_ column: Int32) -> Bool { type(column) == SQLITE_NULL }
    func type(_ column: Int32) -> Int32 { unsafe sqlite3_column_type(handle, column) }
    func integer(_ column: Int32) -> Int64 { unsafe sqlite3_column_int64(handle, column) }
    func real(_ column: Int32) -> Double { unsafe sqlite3_column_double(handle, column) }

    /// The bytes of a text, which stay until the next step or reset; empty for NULL.
    @unsafe func bytes(_ column: Int32) -> UnsafeRawBufferPointer {
        guard let start = unsafe sqlite3_column_text(handle, column) else {
            return unsafe UnsafeRawBufferPointer(start: nil, count: 0)
        }
        let count = Int(unsafe sqlite3_column_bytes(handle, column))
        return unsafe UnsafeRawBufferPointer(start: start, count: count)
    }

    func text(_ column: Int32) -> String {
        unsafe String(decoding: bytes(column), as: UTF8.self)
    }
}
