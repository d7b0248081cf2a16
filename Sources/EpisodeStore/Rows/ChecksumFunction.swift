internal import CSQLite

/// The checksum as a function of SQL, for rows that were written before there were checksums.
enum ChecksumFunction {
    static let name = "row_checksum"

    static func register(on connection: Connection) throws(StoreError) {
        try unsafe connection.withHandle { handle throws(StoreError) in
            let code = unsafe sqlite3_create_function_v2(
                handle, name, -1, SQLITE_UTF8 | SQLITE_DETERMINISTIC, nil,
                { context, count, values in
                    unsafe ChecksumFunction.call(context, count, values)
                }, nil, nil, nil)
            guard code == SQLITE_OK else { throw connection.failure(code) }
        }
    }

    private static func call(
        _ context: OpaquePointer?, _ count: Int32,
        _ values: UnsafeMutablePointer<OpaquePointer?>?
    ) {
        var checksum = RowChecksum()
        for index in 0..<Int(count) {
            let value = unsafe values?[index]
            switch unsafe sqlite3_value_type(value) {
            case SQLITE_INTEGER: checksum.add(unsafe sqlite3_value_int64(value))
            case SQLITE_FLOAT: checksum.add(unsafe sqlite3_value_double(value))
            case SQLITE_TEXT:
                let start = unsafe sqlite3_value_text(value)
                unsafe checksum.add(
                    text: UnsafeRawBufferPointer(
                        start: start, count: Int(sqlite3_value_bytes(value))))
            default: checksum.addNull()
            }
        }
        unsafe sqlite3_result_int64(context, checksum.value)
    }
}
