internal import CSQLite

/// One connection to a database file, with SQLite's own locks off: used by one thread at a time,
/// which is whoever took it out of its pool, holds the writer's lock or made it.
@safe final class Connection: @unchecked Sendable {
    enum Mode {
        case readOnly
        /// Reading a file that nobody can be writing, without any other file beside it.
        case immutable
        case readWrite
        case create
    }

    /// The store's path as it was given, for messages.
    let path: String
    let mode: Mode
    let busyTimeoutMilliseconds: Int32
    private let handle: OpaquePointer

    init(path: String, mode: Mode, busyTimeoutMilliseconds: Int32) throws(StoreError) {
        self.path = path
        self.mode = mode
        self.busyTimeoutMilliseconds = busyTimeoutMilliseconds
        var opened: OpaquePointer?
        let code = unsafe sqlite3_open_v2(
            Self.address(of: path, mode), &opened, Self.flags(of: mode), nil)
        guard let opened = unsafe opened else { throw .outOfMemory(path) }
        unsafe handle = opened
        unsafe sqlite3_extended_result_codes(opened, 1)
        unsafe sqlite3_busy_timeout(opened, busyTimeoutMilliseconds)
        guard code == SQLITE_OK else { throw failure(code) }
    }

    deinit {
        // Statements of this connection hold it, so none is left.
        unsafe sqlite3_close_v2(handle)
    }

    private static func flags(of mode: Mode) -> Int32 {
        let common = SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_URI
        switch mode {
        case .readOnly, .immutable: return common | SQLITE_OPEN_READONLY
        case .readWrite: return common | SQLITE_OPEN_READWRITE
        case .create: return common | SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE
        }
    }

    /// The path as a URI, which is what carries `immutable`. Source: sqlite.org/uri.html.
    private static func address(of path: String, _ mode: Mode) -> String {
        let hex = Array("0123456789ABCDEF".utf8)
        var address = Array((path.utf8.first == UInt8(ascii: "/") ? "file://" : "file:").utf8)
        for byte in path.utf8 {
            if Self.isPlain(byte) {
                address.append(byte)
            } else {
                address += [UInt8(ascii: "%"), hex[Int(byte >> 4)], hex[Int(byte & 15)]]
            }
        }
        if mode == .immutable { address += "?immutable=1".utf8 }
        return String(decoding: address, as: UTF8.self)
    }

    private static func isPlain(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "/"), UInt8(ascii: "."),
            UInt8(ascii: "-"), UInt8(ascii: "_"):
            true
        default: false
        }
    }

    /// Runs SQL that answers nothing.
    func execute(_ sql: String) throws(StoreError) {
        let code = unsafe sqlite3_exec(handle, sql, nil, nil, nil)
        guard code == SQLITE_OK else { throw failure(code) }
    }

    func prepare(_ sql: String) throws(StoreError) -> Statement {
        var prepared: OpaquePointer?
        let code = unsafe sqlite3_prepare_v3(
            handle, sql, -1, UInt32(SQLITE_PREPARE_PERSISTENT), &prepared, nil)
        guard code == SQLITE_OK, let prepared = unsafe prepared else { throw failure(code) }
        return unsafe Statement(prepared, of: self)
    }

    /// The one number that a query answers.
    func integer(_ sql: String) throws(StoreError) -> Int64 {
        let statement = try prepare(sql)
        return try statement.step() ? statement.integer(0) : 0
    }

    /// The same, or nil when there is no row or it is NULL.
    func optionalInteger(_ sql: String) throws(StoreError) -> Int64? {
        try prepare(sql).firstInteger()
    }

    /// The first column of all rows that a query answers; for few rows.
    func integers(_ sql: String) throws(StoreError) -> [Int64] {
        let statement = try prepare(sql)
        var numbers: [Int64] = []
        while try statement.step() { numbers.append(statement.integer(0)) }
        return numbers
    }

    /// The same for texts.
    func texts(_ sql: String) throws(StoreError) -> [String] {
        let statement = try prepare(sql)
        var texts: [String] = []
        while try statement.step() { texts.append(statement.text(0)) }
        return texts
    }

    /// The one text that a query answers.
    func text(_ sql: String) throws(StoreError) -> String {
        try texts(sql).first ?? ""
    }

    /// Rows that the last statement inserted, updated or deleted.
    var changedRowCount: Int { Int(unsafe sqlite3_changes64(handle)) }

    /// Whether a transaction is open.
    var isInTransaction: Bool { unsafe sqlite3_get_autocommit(handle) == 0 }

    /// Ends a transaction without its changes, if there is one; SQLite ends some of them itself.
    func rollback() {
        if isInTransaction { _ = unsafe sqlite3_exec(handle, "ROLLBACK", nil, nil, nil) }
    }

    /// Whether the file could only be opened for reading.
    var isReadOnly: Bool { unsafe sqlite3_db_readonly(handle, "main") == 1 }

    /// Whether the file was removed, or another one has its name now.
    var hasMoved: Bool {
        var moved: Int32 = 0
        let code = unsafe sqlite3_file_control(handle, "main", SQLITE_FCNTL_HAS_MOVED, &moved)
        return code == SQLITE_OK && moved != 0
    }

    /// What a result code of this connection means.
    func failure(_ code: Int32) -> StoreError {
        let words = unsafe sqlite3_errmsg(handle).map { unsafe String(cString: $0) } ?? ""
        return StoreError(
            code: code, systemError: unsafe sqlite3_system_errno(handle), words: words,
            path: path, waitedMilliseconds: busyTimeoutMilliseconds)
    }

    /// Calls `body` with the library's handle of this connection.
    func withHandle<Result>(
        _ body: (OpaquePointer) throws(StoreError) -> Result
    ) throws(StoreError) -> Result {
        try unsafe body(handle)
    }
}
