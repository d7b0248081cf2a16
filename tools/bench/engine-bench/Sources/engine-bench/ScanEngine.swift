import CBench
import SyntheticCatalog

/// What a program without any index does: it goes through all rows, tests the facets as bits and
/// looks for the words in lower-cased text with the C library's search, and keeps the best in a
/// heap as long as the page reaches.
final class ScanEngine: Engine {
    private struct Row {
        let id: UInt32
        let signature: UInt32
        let popularity: Int64
        let released: Int64
        let textStart: Int
        let textCount: Int
    }

    private struct Candidate {
        let key: Int64
        let id: UInt32

        func isBetter(than other: Candidate) -> Bool {
            key != other.key ? key > other.key : id < other.id
        }
    }

    let name = "scan"
    private(set) var buildSeconds = 0.0
    let additionSeconds = 0.0
    var textByteCount: Int { 0 }
    var indexByteCount: Int { rows.count * MemoryLayout<Row>.stride + text.count }
    let skipsTotals = false
    private(set) var total = 0
    var ids: [UInt64] { page.map { UInt64($0.id) } }

    private let queries: [SyntheticQuery]
    private let patterns: [[[UInt8]]]
    private var rows: [Row] = []
    /// Every text lower-cased with blanks for signs, and a blank at both ends.
    private var text: [UInt8] = []
    /// The worst on top.
    private var heap: [Candidate] = []
    private var page: ArraySlice<Candidate> = []

    init(_ workload: Workload) {
        var rows: [Row] = []
        var text: [UInt8] = []
        var seconds = 0.0
        workload.forEachRow { row in
            let line = [
                workload.generator.name(of: row), workload.generator.description(of: row),
                workload.generator.parentNames[row.parent],
            ].joined(separator: " ")
            let start = Machine.seconds()
            let textStart = text.count
            text.append(0x20)
            text.append(contentsOf: line.utf8.lazy.map(Self.folded))
            text.append(0x20)
            rows.append(
                Row(
                    id: UInt32(row.id), signature: row.signature, popularity: row.popularity,
                    released: row.releasedSeconds, textStart: textStart,
                    textCount: text.count - textStart))
            seconds += Machine.seconds() - start
        }
        self.rows = rows
        self.text = text
        buildSeconds = seconds
        queries = Array(workload.queries.prefix(workload.commonCount))
        patterns = queries.map { query in
            query.words.enumerated().map { place, word in
                let isBeginning = query.endsInBeginning && place == query.words.count - 1
                return Array((" " + word + (isBeginning ? "" : " ")).utf8)
            }
        }
    }

    private static func folded(_ byte: UInt8) -> UInt8 {
        switch byte {
        case 0x41...0x5A: byte + 0x20
        case 0x61...0x7A, 0x30...0x39: byte
        default: 0x20
        }
    }

    func run(_ place: Int, skipsTotal: Bool) {
        let query = queries[place]
        let groups: [UInt32] = [
            query.domains, query.difficulties << 6, query.contentTypes << 10,
            query.subscriptionTypes << 14,
        ].filter { $0 != 0 }
        let features = query.features << 17
        total = 0
        heap.removeAll(keepingCapacity: true)
        let wanted = query.skip + query.pageSize
        text.withUnsafeBufferPointer { text in
            for row in rows {
                guard row.signature & features == features,
                    groups.allSatisfy({ row.signature & $0 != 0 }),
                    patterns[place].allSatisfy({ Self.contains(text, row, $0) })
                else { continue }
                total += 1
                offer(Candidate(key: Self.key(row, query.order), id: row.id), wanted)
            }
        }
        heap.sort { $0.isBetter(than: $1) }
        page = heap.dropFirst(query.skip)
    }

    private static func contains(
        _ text: UnsafeBufferPointer<UInt8>, _ row: Row, _ pattern: [UInt8]
    ) -> Bool {
        guard let base = text.baseAddress else { return false }
        return bench_contains(base + row.textStart, row.textCount, pattern, pattern.count) != 0
    }

    private static func key(_ row: Row, _ order: SyntheticQuery.Order) -> Int64 {
        switch order {
        case .popularity: row.popularity
        case .released: row.released
        default: -Int64(row.id)
        }
    }

    /// Keeps the `count` best: a heap with the worst on top.
    private func offer(_ candidate: Candidate, _ count: Int) {
        if heap.count < count {
            heap.append(candidate)
            var child = heap.count - 1
            while child > 0, heap[(child - 1) / 2].isBetter(than: heap[child]) {
                heap.swapAt(child, (child - 1) / 2)
                child = (child - 1) / 2
            }
            return
        }
        guard let worst = heap.first, candidate.isBetter(than: worst) else { return }
        heap[0] = candidate
        var parent = 0
        while true {
            var worse = parent
            for child in [2 * parent + 1, 2 * parent + 2] where child < heap.count {
                if heap[worse].isBetter(than: heap[child]) { worse = child }
            }
            if worse == parent { return }
            heap.swapAt(parent, worse)
            parent = worse
        }
    }
}
