/// A set of rows in whichever form is cheapest for its size.
enum RowSet {
    case all
    /// Ascending, each once.
    case list(View<UInt32>)
    case bits(View<UInt64>, count: Int)

    /// How many rows, of a catalogue of `rowCount`.
    func count(of rowCount: Int) -> Int {
        switch self {
        case .all: rowCount
        case .list(let rows): rows.count
        case .bits(_, let count): count
        }
    }

    /// Complexity: O(1), or O(log count) for a list.
    func contains(_ row: UInt32) -> Bool {
        switch self {
        case .all:
            return true
        case .list(let rows):
            let index = rows.lowerBound(of: row)
            return index < rows.count && rows[index] == row
        case .bits(let words, _):
            return words.hasBit(row)
        }
    }

    /// Calls `body` with every row, ascending, until it returns false.
    func forEach(of rowCount: Int, while body: (UInt32) -> Bool) {
        switch self {
        case .all:
            for row in 0..<UInt32(rowCount) {
                guard body(row) else { return }
            }
        case .list(let rows):
            for index in 0..<rows.count {
                guard body(rows[index]) else { return }
            }
        case .bits(let words, _):
            words.forEachBit(while: body)
        }
    }
}
