/// Finds the rows whose whole name is a given sequence of terms, light signs left out.
@safe struct NameIndex: BitwiseCopyable, Sendable {
    /// Ascending; each row's is at the same place in `rows`.
    private let hashes: View<UInt64>
    private let rows: View<UInt32>

    init(_ stream: UnitStream, rowCount: Int, memory: IndexMemory) {
        let sorter = RowSorter(count: rowCount) { row in
            var hash = Self.emptyHash
            Self.forEachTerm(of: UInt32(row), in: stream) { term in
                hash = Self.hash(hash, term)
                return true
            }
            return (hash, UInt32(row))
        }
        sorter.sort()
        let hashes = memory.take(rowCount, of: UInt64.self)
        let rows = memory.take(rowCount, of: UInt32.self)
        for place in 0..<rowCount {
            hashes[place] = sorter.key(place)
            rows[place] = sorter.row(place)
        }
        self.hashes = hashes.view
        self.rows = rows.view
    }

    /// Adds the rows to `result`, ascending.
    ///
    /// Complexity: O(log rows + answers).
    func rows(named terms: Buffer<UInt32>, in stream: UnitStream, into result: Buffer<UInt32>) {
        var hash = Self.emptyHash
        for index in 0..<terms.count { hash = Self.hash(hash, terms[index]) }
        var index = hashes.lowerBound(of: hash)
        while index < hashes.count, hashes[index] == hash {
            if isName(of: rows[index], terms, in: stream) { result.append(rows[index]) }
            index += 1
        }
    }

    private func isName(of row: UInt32, _ terms: Buffer<UInt32>, in stream: UnitStream) -> Bool {
        var matched = 0
        var isEqual = true
        Self.forEachTerm(of: row, in: stream) { term in
            isEqual = matched < terms.count && terms[matched] == term
            matched += 1
            return isEqual
        }
        return isEqual && matched == terms.count
    }

    private static let emptyHash: UInt64 = 0x9E37_79B9_7F4A_7C15

    private static func hash(_ state: UInt64, _ term: UInt32) -> UInt64 {
        let mixed = (state ^ UInt64(term)) &* 0xD6E8_FEB8_6659_FD93
        return mixed ^ (mixed >> 32)
    }

    private static func forEachTerm(
        of row: UInt32, in stream: UnitStream, while body: (UInt32) -> Bool
    ) {
        let units = stream.rows[row]
        var index = 0
        while units[index] != UnitStream.fieldEnd {
            let identity = UnitStream.identity(units[index])
            if !UnitStream.isLight(units[index]), !body(stream.wholeTerms[identity]) { return }
            index += 1
        }
    }
}
