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

    func denseCount(rowCount: Int) -> Int { max(denseMinimum, rowCount / denseDivisor) }
    func unionCount(rowCount: Int) -> Int { max(unionMinimum, rowCount / unionDivisor) }
}
