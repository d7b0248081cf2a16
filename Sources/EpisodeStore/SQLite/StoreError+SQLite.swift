internal import CSQLite
internal import Glibc

/// From SQLite's result codes to words. Their meaning: sqlite.org/rescode.html.
extension StoreError {
    init(
        code: Int32, systemError: Int32, words: String, path: String, waitedMilliseconds: Int32
    ) {
        switch code & 0xff {
        case SQLITE_BUSY, SQLITE_LOCKED, SQLITE_PROTOCOL: self = .locked(path, waitedMilliseconds)
        case SQLITE_FULL: self = .full(path)
        case SQLITE_READONLY where code == Self.readOnlyMoved: self = .replaced(path)
        case SQLITE_READONLY: self = .readOnly(path, "cannot be written")
        case SQLITE_CORRUPT: self = .damaged(path, words)
        case SQLITE_NOTADB: self = .notAStore(path, "does not begin like an SQLite file")
        case SQLITE_NOMEM: self = .outOfMemory(path)
        case SQLITE_CANTOPEN, SQLITE_PERM, SQLITE_AUTH, SQLITE_IOERR:
            self = .system(path, systemError, words)
        default: self = .io(path, "SQLite says: \(words) (\(code))", "see sqlite.org/rescode.html")
        }
    }

    /// SQLITE_READONLY_DBMOVED, a macro that is not imported.
    private static let readOnlyMoved = SQLITE_READONLY | (4 << 8)

    /// An error of the operating system that came through SQLite or a call of our own.
    static func system(_ path: String, _ number: Int32, _ words: String) -> StoreError {
        switch number {
        case ENOSPC, EDQUOT: return .full(path)
        case EROFS, EACCES, EPERM: return .readOnly(path, systemWords(number))
        case 0:
            return .io(path, words, "check that the directory exists and can be written")
        default:
            return .io(path, systemWords(number), "check the disk and the rights of the directory")
        }
    }

    static func systemWords(_ number: Int32) -> String {
        var buffer = [CChar](repeating: 0, count: 128)
        guard unsafe strerror_r(number, &buffer, buffer.count) == 0 else {
            return "error \(number)"
        }
        let text = buffer.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
        return String(decoding: text, as: UTF8.self)
    }
}
