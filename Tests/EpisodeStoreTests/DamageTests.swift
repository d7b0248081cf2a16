import EpisodeModel
import EpisodeStore
import Foundation
import TestSupport
import Testing

/// Purpose: a damaged file is told or served in full. It never loses or changes a row in silence.
/// Method: random bytes of a store are changed, many times over. EPISODES_DAMAGE_ROUNDS says how
/// often; 400 when it is not set.
@Suite(.timeLimit(.minutes(60)))
struct DamageTests {
    private static let roundCount =
        ProcessInfo.processInfo.environment["EPISODES_DAMAGE_ROUNDS"].flatMap { Int($0) } ?? 400

    private let workspace: Workspace

    init() throws { workspace = try Workspace() }

    /// A store after some edits, closed, with what it holds.
    private func original() throws -> (data: Data, content: StoreContent, changes: [Episode]) {
        let store = try workspace.store()
        var catalogue = RandomCatalogue(seed: 5)
        var episodes = catalogue.episodes(count: 220)
        _ = try store.apply(
            StoreEdit(episodes: episodes, domains: (1...9).map { Domain(id: $0, name: "D\($0)") }))
        _ = try store.apply(StoreEdit(deletedIDs: episodes.prefix(20).map(\.id)))
        episodes.removeFirst(20)
        for index in 0..<30 { episodes[index].description = "changed" }
        _ = try store.apply(StoreEdit(episodes: Array(episodes.prefix(30))))
        let content = try StoreContent(store)
        let changed = try Self.changes(of: store)
        try store.backup(to: workspace.path("original.db"))
        let data = try Data(contentsOf: URL(fileURLWithPath: workspace.path("original.db")))
        return (data, content, changed)
    }

    private static func changes(of store: SQLiteStore) throws -> [Episode] {
        guard case .changes(let changes) = try store.changes(after: 2, episodeCountMaximum: 100)
        else { throw Gone() }
        return changes.episodes.sorted { $0.id < $1.id }
    }

    @Test func `Changed bytes are an error or change nothing`() throws {
        let (data, content, changed) = try original()
        var generator = SeededGenerator(seed: 3)
        let path = workspace.path("damaged.db")
        var refusedCount = 0
        for round in 0..<Self.roundCount {
            var damaged = data
            // One byte, a few near each other, or a few anywhere.
            let place = Int(generator.next() % UInt64(data.count))
            for offset in 0..<[1, 1, 8, 64][round % 4] {
                let index =
                    round % 8 < 4 ? place + offset : Int(generator.next() % UInt64(data.count))
                damaged[min(index, data.count - 1)] = UInt8(truncatingIfNeeded: generator.next())
            }
            for ending in ["-wal", "-shm", ".schema-1"] {
                try? FileManager.default.removeItem(atPath: path + ending)
            }
            try damaged.write(to: URL(fileURLWithPath: path))
            do {
                let store = try SQLiteStore.open(path: path, readOnly: round % 2 == 0)
                let read = try StoreContent(store)
                #expect(read == content, "round \(round)")
                #expect(read.episodes.map(\.bytes) == content.episodes.map(\.bytes))
                #expect(try Self.changes(of: store) == changed, "round \(round)")
            } catch let error as StoreError {
                refusedCount += 1
                #expect(
                    [.damaged, .notAStore, .newerSchema, .olderSchema, .io].contains(error.code),
                    "round \(round): \(error)")
                #expect(error.message.contains("damaged.db"))
            }
        }
        #expect(refusedCount > Self.roundCount / 4)
    }

    @Test func `A damaged log is an error or loses no more than its last edit`() throws {
        var generator = SeededGenerator(seed: 9)
        let writer = try Helper("edit", workspace.path())
        var acknowledged: UInt64 = 0
        while acknowledged < 15, let line = writer.line() { acknowledged = UInt64(line) ?? 0 }
        writer.kill()
        if let last = writer.lines().last.flatMap({ UInt64($0) }) { acknowledged = last }
        let log = try Data(contentsOf: URL(fileURLWithPath: workspace.path() + "-wal"))
        var catalogue: [UInt64: Episode] = [:]
        let states = (0...(acknowledged + 1)).map { number in
            if number > 0 { ScriptedEdit(number: number).apply(to: &catalogue) }
            return catalogue.values.sorted { $0.id < $1.id }
        }
        let path = workspace.path("damaged.db")
        var refusedCount = 0
        for round in 0..<60 {
            for ending in ["", "-wal", "-shm"] {
                try? FileManager.default.removeItem(atPath: path + ending)
            }
            try FileManager.default.copyItem(atPath: workspace.path(), toPath: path)
            var damaged = log
            // One round in ten hits the head.
            let range = UInt64(round % 10 == 0 ? 32 : log.count)
            damaged[Int(generator.next() % range)] ^= 1 << UInt8(generator.next() % 8)
            try damaged.write(to: URL(fileURLWithPath: path + "-wal"))
            do {
                let content = try StoreContent(SQLiteStore.open(path: path))
                #expect(content.revision + 1 >= acknowledged, "round \(round)")
                #expect(content.episodes == states[Int(content.revision)])
            } catch let error as StoreError {
                refusedCount += 1
                #expect(error.code == .damaged, "round \(round): \(error)")
            }
        }
        #expect(refusedCount > 30)
    }

    @Test func `A file that was cut off is an error`() throws {
        let (data, content, _) = try original()
        let path = workspace.path("damaged.db")
        for count in stride(from: 100, to: data.count, by: 1_500) {
            try data.prefix(count).write(to: URL(fileURLWithPath: path))
            #expect(throws: StoreError.self, "\(count) bytes") {
                _ = try StoreContent(SQLiteStore.open(path: path))
            }
            for ending in ["-wal", "-shm"] {
                try? FileManager.default.removeItem(atPath: path + ending)
            }
        }
        try data.write(to: URL(fileURLWithPath: path))
        #expect(try StoreContent(SQLiteStore.open(path: path)) == content)
    }

    @Test(.enabled(if: SQL.isAvailable))
    func `A row that was changed behind the back of the store is an error`() throws {
        for sql in [
            "UPDATE episodes SET name = 'other' WHERE id = 7",
            "UPDATE episodes SET revision = 0 WHERE id = 7",
            "UPDATE episodes SET id = 5 WHERE id = 7", "DELETE FROM episodes WHERE id = 7",
            "DELETE FROM domains", "UPDATE domains SET name = 'other'",
            "UPDATE catalog SET revision = 9", "DELETE FROM catalog", "DROP TABLE tombstones",
            "UPDATE episodes SET features = '[1]' WHERE id = 7",
        ] {
            let path = workspace.path("\(UUID().uuidString).db")
            let store = try SQLiteStore.open(path: path, create: true)
            _ = try store.apply(
                StoreEdit(
                    episodes: [.full(id: 7), Episode(id: 8, name: "B")],
                    domains: [Domain(id: 1, name: "iOS")]))
            try SQL.run(sql, on: path)
            let error = #expect(throws: StoreError.self, "\(sql)") {
                _ = try StoreContent(SQLiteStore.open(path: path))
            }
            #expect(error?.code == .damaged || error?.code == .io, "\(sql)")
        }
    }
}
