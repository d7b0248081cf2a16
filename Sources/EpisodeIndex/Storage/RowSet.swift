/// A set of rows in whichever form is cheapest for its size: a trivial value that borrows memory.
@safe struct RowSet: BitwiseCopyable {
    enum Form: UInt8 {
        case all
        /// Ascending, each once.
        case list
        case bits
    }

    let form: Form
    private let wordCount: UInt32
    private let size: UInt32
    private let base: UnsafeRawPointer

    /// How many rows.
    var count: Int { Int(size) }
    var isAll: Bool { form == .all }

    static func all(rowCount: Int) -> RowSet {
        unsafe RowSet(
            form: .all, wordCount: 0, size: UInt32(rowCount),
            base: UnsafeRawPointer(View<UInt32>.empty.pointer))
    }

    static func list(_ rows: View<UInt32>) -> RowSet {
        unsafe RowSet(
            form: .list, wordCount: 0, size: UInt32(rows.count),
            base: UnsafeRawPointer(rows.pointer))
    }

    static func bits(_ words: View<UInt64>, count: Int) -> RowSet {
        unsafe RowSet(
            form: .bits, wordCount: UInt32(words.count), size: UInt32(count),
            base: UnsafeRawPointer(words.pointer))
    }

    static var none: RowSet { .list(.empty) }

    private init(form: Form, wordCount: UInt32, size: UInt32, base: UnsafeRawPointer) {
        self.form = form
        self.wordCount = wordCount
        self.size = size
        unsafe self.base = unsafe base
    }

    /// The rows of a list.
    var list: View<UInt32> {
        assert(form == .list)
        return unsafe View(base.assumingMemoryBound(to: UInt32.self), count: Int(size))
    }

    /// The words of a bitset.
    var words: View<UInt64> {
        assert(form == .bits)
        return unsafe View(base.assumingMemoryBound(to: UInt64.self), count: Int(wordCount))
    }

    /// Whether another set borrows the same memory.
    func isSame(as other: RowSet) -> Bool {
        unsafe base == other.base && size == other.size && form == other.form
    }

    /// Complexity: O(1), or O(log count) for a list.
    func contains(_ row: UInt32) -> Bool {
        switch form {
        case .all: return true
        case .list:
            let rows = list
            let index = rows.lowerBound(of: row)
            return index < rows.count && rows[index] == row
        case .bits: return words.hasBit(row)
        }
    }

    /// Calls `body` with every row, ascending, until it returns false.
    func forEach(while body: (UInt32) -> Bool) {
        switch form {
        case .all:
            for row in 0..<size {
                guard body(row) else { return }
            }
        case .list:
            let rows = list
            for index in 0..<rows.count {
                guard body(rows[index]) else { return }
            }
        case .bits: words.forEachBit(while: body)
        }
    }
}
