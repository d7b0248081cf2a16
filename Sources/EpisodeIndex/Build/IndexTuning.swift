/// Where the index changes from one form to another. Found by measurement; tests lower the bounds
/// to reach every form with few rows.
struct IndexTuning {
    /// A posting list becomes a bitset from `rowCount / denseDivisor` rows on.
    var denseDivisor = 128
    /// But never below this many rows.
    var denseMinimum = 8
    /// Beginnings of words get a prepared union when their lists hold more rows than this together
    /// and more than `rowCount / unionDivisor`.
    var unionMinimum = 1_024
    var unionDivisor = 256

    /// Pairs of words get lists of their own when each of the two is in more rows than this and in
    /// more than `rowCount / pairDivisor`: a phrase without such a list costs a check of fewer rows.
    var pairMinimum = 4_096
    var pairDivisor = 128
    /// At most so many words have pairs, the most frequent ones.
    static let pairedWordCountMaximum = 1_024

    func denseCount(rowCount: Int) -> Int { max(denseMinimum, rowCount / denseDivisor) }
    func unionCount(rowCount: Int) -> Int { max(unionMinimum, rowCount / unionDivisor) }
    func pairCount(rowCount: Int) -> Int { max(pairMinimum, rowCount / pairDivisor) }
}
