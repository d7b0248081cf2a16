/// While building: of every row the pairs of frequent words that stand directly together, first as
/// they are found, then by the numbers they were given.
@safe struct AdjacentWords: PostingSource {
    private let stream: UnitStream
    private let wordCount: Int
    /// For each identity the number of its word plus 1; 0 for all that are not frequent words.
    private let words: Buffer<UInt32>
    /// For each two words 1 when they stand together, later their number.
    private let numbers: Buffer<UInt32>
    private let counter: Buffer<UInt32>

    var rowCount: Int { stream.rowCount }

    init(_ stream: UnitStream, _ terms: [UInt32], memory: ScratchMemory) {
        self.stream = stream
        wordCount = terms.count
        words = memory.buffer()
        numbers = memory.buffer()
        counter = memory.buffer()
        counter.append(0)
        words.fill(0, count: stream.wholeTerms.count)
        for (number, term) in terms.enumerated() {
            for identity in stream.identities(of: term..<(term + 1)) {
                words[Int(identity)] = UInt32(number + 1)
            }
        }
        numbers.fill(0, count: wordCount * wordCount)
        let numbers = numbers
        if wordCount > 0 { forEachPlace { _, place in numbers[place] = 1 } }
    }

    /// Gives a pair the next number if it occurs.
    func number(_ first: Int, _ second: Int) -> Bool {
        let place = first * wordCount + second
        guard numbers[place] != 0 else { return false }
        numbers[place] = counter[0]
        counter[0] += 1
        return true
    }

    @inline(__always)
    func forEachValue(_ body: (UInt32, UInt32) -> Void) {
        if wordCount > 0 { forEachPlace { row, place in body(row, numbers[place]) } }
    }

    /// Calls `body` with a row and where a pair of its words is in `numbers`.
    @inline(__always)
    private func forEachPlace(_ body: (UInt32, Int) -> Void) {
        var previous = 0
        stream.forEachUnit(in: .everything) { row, unit in
            if UnitStream.isLight(unit) { return }
            // A field's end is no frequent word, so no pair reaches over it.
            let word = Int(words[UnitStream.identity(unit)])
            if word != 0, previous != 0 { body(row, (previous - 1) * wordCount + word - 1) }
            previous = word
        }
    }
}
