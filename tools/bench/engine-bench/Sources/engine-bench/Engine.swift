import EpisodeIndex
import EpisodeModel
import SyntheticCatalog

/// What is measured: something that answers prepared queries.
protocol Engine: AnyObject {
    var name: String { get }
    /// How long building took, without making the rows.
    var buildSeconds: Double { get }
    /// The part of it that takes in the rows one by one, and how much text they held; 0 if unknown.
    var additionSeconds: Double { get }
    var textByteCount: Int { get }
    /// Memory of the index by its own count.
    var indexByteCount: Int { get }
    /// The same by purpose; empty if unknown.
    var memoryUses: [MemoryUse] { get }
    /// Where the time went after the rows were in; empty if unknown.
    var buildTimes: [BuildTime] { get }
    /// Whether it can leave the total out.
    var skipsTotals: Bool { get }
    /// Answers the query at a place of those given at the start.
    func run(_ place: Int, skipsTotal: Bool)
    var total: Int { get }
    var ids: [UInt64] { get }
}

/// The engine of this repository.
final class IndexEngine: Engine {
    let name = "engine"
    private(set) var buildSeconds = 0.0
    private(set) var additionSeconds = 0.0
    private(set) var textByteCount = 0
    var indexByteCount: Int { index.memoryByteCount }
    var memoryUses: [MemoryUse] { index.memoryUses }
    var buildTimes: [BuildTime] { index.buildTimes }
    let skipsTotals = true
    private let index: CatalogIndex
    private let scratch = SearchScratch()
    private let queries: UnsafeMutablePointer<HeldQuery>
    private let totalFreeQueries: UnsafeMutablePointer<HeldQuery>

    init(_ workload: Workload) throws {
        let builder = IndexBuilder()
        var seconds = 0.0
        var byteCount = 0
        var episodes: [Episode] = []
        workload.forEachRow { row in
            episodes.append(workload.generator.episode(row))
            guard episodes.count == 1_000 || row.number == workload.generator.rowCount - 1 else {
                return
            }
            let start = Machine.seconds()
            for episode in episodes { builder.add(episode) }
            seconds += Machine.seconds() - start
            for episode in episodes {
                byteCount += episode.name.utf8.count + episode.description.utf8.count
                byteCount += episode.parentName.utf8.count
            }
            episodes.removeAll(keepingCapacity: true)
        }
        let start = Machine.seconds()
        index = builder.finish()
        buildSeconds = seconds + Machine.seconds() - start
        additionSeconds = seconds
        textByteCount = byteCount
        queries = .allocate(capacity: workload.queries.count)
        totalFreeQueries = .allocate(capacity: workload.queries.count)
        for (place, query) in workload.queries.enumerated() {
            var complete = query.episodeQuery()
            if query.startsAtCursor { try moveToCursor(&complete) }
            (queries + place).initialize(to: HeldQuery(query: complete))
            complete.skipsTotal = true
            (totalFreeQueries + place).initialize(to: HeldQuery(query: complete))
        }
    }

    private func moveToCursor(_ query: inout EpisodeQuery) throws {
        try index.search(query, using: scratch)
        guard let last = scratch.rows.indices.last else { return }
        query.cursor = index.cursor(afterRowAt: last, of: query, in: scratch)
    }

    func run(_ place: Int, skipsTotal: Bool) {
        let queries = skipsTotal ? totalFreeQueries : queries
        if !index.answers(queries[place], using: scratch) {
            preconditionFailure("query \(place) was refused")
        }
    }

    var total: Int { Int(scratch.totalSize) }
    var ids: [UInt64] { scratch.rows.map { UInt64(index.insertionNumbers[Int($0)]) + 1 } }
}

/// A query that cannot be copied, so that passing it on touches no reference counts, as a server
/// that keeps its query in place does not either.
private struct HeldQuery: ~Copyable { let query: EpisodeQuery }

extension CatalogIndex {
    /// Searches; false when the query is refused.
    @inline(never)
    fileprivate func answers(_ held: borrowing HeldQuery, using scratch: SearchScratch) -> Bool {
        do {
            try search(held.query, using: scratch)
            return true
        } catch {
            return false
        }
    }
}
