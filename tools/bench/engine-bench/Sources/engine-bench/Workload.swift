import SyntheticCatalog

/// A catalogue with its queries. Making the queries takes a pass over all rows, which the engine
/// that is built shares.
final class Workload {
    let generator: CatalogGenerator
    private(set) var statistics: WordStatistics
    /// The common ones, then the engine's own.
    private(set) lazy var queries = makeQueries()
    private(set) var commonCount = QueryMix.commonClasses.map(\.count).reduce(0, +)

    init(_ options: Options) {
        generator = CatalogGenerator(
            rowCount: options.rowCount, seed: options.seed, isMixed: options.isMixed)
        statistics = WordStatistics(generator)
    }

    /// Goes through all rows in id order; must be done before `queries` is asked for.
    func forEachRow(_ body: (SyntheticRow) -> Void) {
        var row = SyntheticRow()
        statistics = WordStatistics(generator)
        for number in 0..<generator.rowCount {
            generator.make(number, into: &row)
            statistics.add(row)
            body(row)
        }
    }

    private func makeQueries() -> [SyntheticQuery] {
        precondition(statistics.rowCount == generator.rowCount)
        var mix = QueryMix(generator, statistics)
        let common = mix.commonQueries()
        commonCount = common.count
        return common + mix.ownQueries()
    }

    /// Places of a class's queries; `mix` names the common ones together, shuffled.
    func places(of queryClass: String) -> [Int] {
        if queryClass == "mix" { return Array(0..<commonCount) }
        return queries.indices.filter { queries[$0].queryClass == queryClass }
    }

    var commonClassNames: [String] { QueryMix.commonClasses.map(\.name) + ["mix"] }

    var classNames: [String] {
        commonClassNames + QueryMix.ownClasses.map(\.name)
            + (generator.isMixed ? QueryMix.mixedClasses.map(\.name) : [])
    }
}
