/// In how many rows each word stands, which query mixes are drawn by.
public struct WordStatistics {
    /// By rank: rows with the word in name or description.
    public private(set) var rowCounts = [Int](repeating: 0, count: Vocabulary.wordCount)
    /// By rank: how often the word stands in a course's name.
    public let parentCounts: [Int]
    public private(set) var rowCount = 0
    public private(set) var wordCount = 0
    private var lastRow = [Int](repeating: -1, count: Vocabulary.wordCount)

    public init(_ generator: CatalogGenerator) {
        var counts = [Int](repeating: 0, count: Vocabulary.wordCount)
        for parent in generator.parents { for word in parent { counts[Int(word)] += 1 } }
        parentCounts = counts
    }

    public mutating func add(_ row: SyntheticRow) {
        for word in row.name { count(Int(word), row.number) }
        for word in row.description { count(Int(word), row.number) }
        rowCount += 1
        wordCount += row.name.count + row.description.count
    }

    private mutating func count(_ word: Int, _ row: Int) {
        guard lastRow[word] != row else { return }
        lastRow[word] = row
        rowCounts[word] += 1
    }

    func isUsed(_ rank: Int) -> Bool { rowCounts[rank] + parentCounts[rank] > 0 }

    /// Words of at most twelve rows; in huge catalogues, where there are none, the rarest.
    func rareWords() -> [Int] {
        let ranks = rowCounts.indices
        let rare = ranks.filter { (1...12).contains(rowCounts[$0]) && parentCounts[$0] == 0 }
        if rare.count >= 50 { return rare }
        let weighted = ranks.filter(isUsed).map { (rowCounts[$0] + 100 * parentCounts[$0], $0) }
        return weighted.sorted { $0 < $1 }.prefix(400).map(\.1)
    }
}
