import EpisodeModel
import EpisodeStore
import Glibc
import SyntheticCatalog

/// Fills a store, reads it, edits it, and tells how long that took.
struct StoreBench {
    private static let chunkRowCount = 10_000

    private let path: String
    private let generator: CatalogGenerator
    private let order: [Int]
    private var options = StoreOptions()

    init(rowCount: Int, directory: String, isShuffled: Bool, cacheMegabytes: Int?) {
        if let cacheMegabytes { options.bulkCacheByteCount = cacheMegabytes << 20 }
        path = "\(directory)/store-bench.db"
        generator = CatalogGenerator(rowCount: rowCount, seed: 1)
        var order = Array(0..<rowCount)
        if isShuffled { order.shuffle() }
        self.order = order
        for name in [path, path + "-wal", path + "-shm"] { unlink(name) }
    }

    func run() throws {
        let store = try SQLiteStore.open(path: path, create: true, options: options)
        try importAll(into: store, "import into an empty store") { _ in }
        try read(store)
        try open()
        try edit(store)
        try importAll(into: store, "replace by equal rows") { _ in }
        try importAll(into: store, "replace with 1 % changed") { episode in
            if episode.id % 100 == 0 { episode.technology = "Swift 6" }
        }
        try wait(store)
        for name in [path, path + "-wal", path + "-shm"] { unlink(name) }
    }

    private func importAll(
        into store: SQLiteStore, _ what: String, _ change: (inout Episode) -> Void
    ) throws {
        var adding = Stopwatch()
        var committing = Stopwatch()
        let bulk = try adding.measure { try store.begin(.replace) }
        for start in stride(from: 0, to: order.count, by: Self.chunkRowCount) {
            let rows = order[start..<min(start + Self.chunkRowCount, order.count)]
            let episodes = rows.map { number in
                var episode = generator.episode(generator.row(number))
                change(&episode)
                return episode
            }
            try adding.measure {
                for episode in episodes { try bulk.add(episode) }
            }
        }
        let receipt = try committing.measure { try bulk.commit() }
        adding.report("\(what), adding", rows: order.count)
        committing.report("\(what), commit")
        let seconds = adding.wallSeconds + committing.wallSeconds
        print("\(what), durable: \(Int(Double(order.count) / seconds)) rows/s; \(receipt)")
    }

    private func read(_ store: SQLiteStore) throws {
        var watch = Stopwatch()
        var bytes = 0
        _ = try watch.measure {
            try store.readAll { row in
                if case .episode(let episode) = row { bytes &+= episode.description.utf8.count }
            }
        }
        watch.report("read all", rows: order.count)
    }

    private func open() throws {
        var options = StoreOptions()
        options.checksPages = false
        var plain = Stopwatch()
        _ = try plain.measure { try SQLiteStore.open(path: path, options: options) }
        plain.report("open unchecked")
        var checked = Stopwatch()
        _ = try checked.measure { try SQLiteStore.open(path: path) }
        checked.report("open with check of all pages")
        var whole = Stopwatch()
        let store = try SQLiteStore.open(path: path)
        let problems = try whole.measure { try store.integrityCheck() }
        whole.report("integrity check \(problems)")
        var copying = Stopwatch()
        let copy = path + ".copy"
        unlink(copy)
        try copying.measure { try store.backup(to: copy) }
        copying.report("backup")
        unlink(copy)
    }

    private func edit(_ store: SQLiteStore) throws {
        var latencies: [Double] = []
        for number in 0..<300 {
            var episode = generator.episode(generator.row(number % order.count))
            episode.technology = "edit \(number)"
            var watch = Stopwatch()
            _ = try watch.measure { try store.apply(StoreEdit(episodes: [episode])) }
            latencies.append(watch.wallSeconds * 1e3)
        }
        latencies.sort()
        print("apply one row: p50 \(latencies[150]) ms, p99 \(latencies[297]) ms")
        var watch = Stopwatch()
        let revision = try store.revision()
        _ = try watch.measure {
            try store.changes(after: revision - 300, episodeCountMaximum: 1_000)
        }
        watch.report("changes of 300 rows")
    }

    private func wait(_ store: SQLiteStore) throws {
        var watch = Stopwatch()
        let revision = try store.revision()
        _ = watch.measure { store.waitForRevision(beyond: revision, timeoutMilliseconds: 2_000) }
        watch.report("wait for 2 s in vain")
    }
}
