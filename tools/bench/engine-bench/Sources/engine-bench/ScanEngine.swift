import CBench
import EpisodeIndex
import SyntheticCatalog

/// What a program without any index does: it goes through all rows, tests the facets as bits and
/// looks for the words in lower-cased text with the C library's search, and keeps the best in a
/// heap as long as the page reaches.
final class ScanEngine: Engine {
    /// What is looked at only of rows that pass the facets.
    private struct Row {
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
    var indexByteCount: Int { rows.count * (MemoryLayout<Row>.stride + 4) + text.count }
    let memoryUses: [MemoryUse] = []
    let buildTimes: [BuildTime] = []
    let skipsTotals = false
    private(set) var total = 0
    var ids: [UInt64] { page.map { UInt64($0.id) } }

    private let queries: [SyntheticQuery]
    private let patterns: [[[UInt8]]]
    /// By id from 1.
    private var rows: [Row] = []
    private var signatures: [UInt32] = []
    /// Every text lower-cased with blanks for signs, and a blank at both ends.
    private var text: [UInt8] = []
    /// The worst on top.
    private var heap: [Candidate] = []
    private var page: ArraySlice<Candidate> = []

    init(_ workload: Workload) {
        var rows: [Row] = []
        var signatures: [UInt32] = []
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
            signatures.append(row.signature)
            rows.append(
                Row(
                    popularity: row.popularity, released: row.releasedSeconds,
                    textStart: textStart, textCount: text.count - textStart))
            seconds += Machine.seconds() - start
        }
        self.rows = rows
        self.signatures = signatures
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
        // A group that nothing is selected of lets everything pass.
        let domains = query.domains == 0 ? 0x3F : query.domains
        let difficulties = query.difficulties == 0 ? 0xF << 6 : query.difficulties << 6
        let contentTypes = query.contentTypes == 0 ? 0xF << 10 : query.contentTypes << 10
        let subscriptions = query.subscriptionTypes == 0 ? 7 << 14 : query.subscriptionTypes << 14
        let features = query.features << 17
        let patterns = patterns[place]
        // Locals, so that the loop checks no access to properties.
        let (rows, signatures) = (rows, signatures)
        var heap = heap
        self.heap = []
        page = []
        heap.removeAll(keepingCapacity: true)
        let wanted = query.skip + query.pageSize
        var count = 0
        text.withUnsafeBufferPointer { text in
            for (number, signature) in signatures.enumerated() {
                // One branch instead of five that nobody can predict.
                let misses =
                    (signature & domains == 0 ? 1 : 0) | (signature & difficulties == 0 ? 1 : 0)
                    | (signature & contentTypes == 0 ? 1 : 0)
                    | (signature & subscriptions == 0 ? 1 : 0) | (~signature & features)
                guard misses == 0 else { continue }
                if !patterns.isEmpty {
                    let row = rows[number]
                    guard patterns.allSatisfy({ Self.contains(text, row, $0) }) else { continue }
                }
                count += 1
                let id = UInt32(number + 1)
                let candidate = Candidate(key: Self.key(rows[number], id, query.order), id: id)
                Self.offer(candidate, wanted, to: &heap)
            }
        }
        total = count
        heap.sort { $0.isBetter(than: $1) }
        self.heap = heap
        page = heap.dropFirst(query.skip)
    }

    private static func contains(
        _ text: UnsafeBufferPointer<UInt8>, _ row: Row, _ pattern: [UInt8]
    ) -> Bool {
        guard let base = text.baseAddress else { return false }
        return bench_contains(base + row.textStart, row.textCount, pattern, pattern.count) != 0
    }

    private static func key(_ row: Row, _ id: UInt32, _ order: SyntheticQuery.Order) -> Int64 {
        switch order {
        case .popularity: row.popularity
        case .released: row.released
        default: -Int64(id)
        }
    }

    /// Keeps the `count` best: a heap with the worst on top.
    private static func offer(
        _ candidate: Candidate, _ count: Int, to heap: inout [Candidate]
    ) {
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
