import EpisodeModel
import EpisodeStore
import Foundation
import TestSupport
import Testing

/// Purpose: an edit of any size is one revision, seen by nobody before its end.
@Suite(.timeLimit(.minutes(2)))
struct BulkEditTests {
    private let workspace: Workspace
    private let store: SQLiteStore

    init() throws {
        workspace = try Workspace()
        store = try workspace.store()
    }

    private func names(_ names: [UInt64: String]) throws -> StoreReceipt {
        let bulk = try store.begin(.replace)
        for (id, name) in names { try bulk.add(Episode(id: id, name: name)) }
        return try bulk.commit()
    }

    @Test func `Upserting keeps what is not mentioned`() throws {
        _ = try store.apply(
            StoreEdit(episodes: [Episode(id: 1, name: "A"), Episode(id: 2, name: "B")]))
        let bulk = try store.begin(.upsert)
        #expect(try bulk.add(Episode(id: 2, name: "B")) == .unchanged)
        #expect(try bulk.add(Episode(id: 3, name: "C")) == .created)
        #expect(try bulk.add(Episode(id: 1, name: "D")) == .updated)
        try bulk.add(Domain(id: 1, name: "iOS"))
        #expect(try bulk.commit() == receipt(2, created: 1, updated: 1, domains: true))
        #expect(try StoreContent(store).episodes.map(\.name) == ["D", "B", "C"])
    }

    @Test func `Replacing deletes what is not mentioned and leaves what is equal`() throws {
        #expect(try names([1: "A", 2: "B", .max: "C"]) == receipt(1, created: 3))
        #expect(try names([1: "A", 3: "D", .max: "C"]) == receipt(2, created: 1, deleted: 1))
        #expect(try StoreContent(store).episodes.map(\.id) == [1, 3, .max])
        guard case .changes(let changes) = try store.changes(after: 1, episodeCountMaximum: 10)
        else { throw Gone() }
        #expect(changes.episodes.map(\.id) == [3])
        #expect(changes.deletedIDs == [2])
        #expect(try names([1: "A", 3: "D", .max: "C"]) == receipt(2))
    }

    @Test func `Replacing by nothing empties the store`() throws {
        _ = try names([1: "A", 2: "B"])
        #expect(try names([:]) == receipt(2, deleted: 2))
        #expect(try store.episodeCount() == 0)
        #expect(try store.integrityCheck() == [])
    }

    @Test func `Replacing removes domains only when it brings some`() throws {
        _ = try store.apply(
            StoreEdit(domains: [Domain(id: 1, name: "iOS"), Domain(id: 2, name: "Unity")]))
        _ = try names([1: "A"])
        #expect(try StoreContent(store).domains.map(\.id) == [1, 2])
        let bulk = try store.begin(.replace)
        try bulk.add(Episode(id: 1, name: "A"))
        try bulk.add(Domain(id: 2, name: "Unity"))
        #expect(try bulk.commit() == receipt(3, domains: true))
        #expect(try StoreContent(store).domains.map(\.id) == [2])
    }

    @Test func `A row added twice counts once and the last one holds`() throws {
        for mode in [BulkMode.upsert, .replace] {
            let store = try workspace.store("\(mode).db")
            let bulk = try store.begin(mode)
            for (id, name) in [(5, "A"), (3, "B"), (5, "C"), (3, "B"), (4, "D")] {
                try bulk.add(Episode(id: UInt64(id), name: name))
            }
            #expect(try bulk.commit() == receipt(1, created: 3))
            #expect(try StoreContent(store).episodes.map(\.name) == ["B", "D", "C"])
        }
    }

    @Test func `A bad row is refused and the others go on`() throws {
        let bulk = try store.begin(.replace)
        try bulk.add(Episode(id: 1, name: "A"))
        #expect(throws: StoreError.self) { try bulk.add(Episode(id: 2, name: "")) }
        try bulk.add(Episode(id: 3, name: "C"))
        #expect(try bulk.commit() == receipt(1, created: 2))
    }

    @Test func `What is rolled back or given up was never there`() throws {
        _ = try names([1: "A"])
        let bulk = try store.begin(.replace)
        try bulk.add(Episode(id: 2, name: "B"))
        bulk.rollback()
        let error = #expect(throws: StoreError.self) { try bulk.add(Episode(id: 3, name: "C")) }
        #expect(error?.code == .ended)
        #expect(throws: StoreError.self) { try bulk.commit() }
        try giveUp()
        #expect(try StoreContent(store).episodes.map(\.id) == [1])
        #expect(try store.apply(StoreEdit(deletedIDs: [1])) == receipt(2, deleted: 1))
    }

    private func giveUp() throws {
        let bulk = try store.begin(.upsert)
        try bulk.add(Episode(id: 7, name: "B"))
    }

    @Test func `Readers see the old revision until the end, and writers wait`() throws {
        var options = StoreOptions()
        options.busyTimeoutMilliseconds = 50
        let store = try workspace.store(options: options)
        _ = try store.apply(StoreEdit(episodes: [Episode(id: 1, name: "A")]))
        let bulk = try store.begin(.replace)
        for id in 2..<UInt64(3_000) { try bulk.add(Episode(id: id, name: "B")) }
        #expect(try StoreContent(store).episodes.map(\.id) == [1])
        #expect(try store.revision() == 1)
        for write in [
            { try store.apply(StoreEdit(deletedIDs: [1])) as Any }, { try store.begin(.upsert) },
        ] {
            let error = #expect(throws: StoreError.self) { _ = try write() }
            #expect(error?.code == .locked)
        }
        #expect(try bulk.commit().revision == 2)
        #expect(try store.episodeCount() == 2_998)
        #expect(try store.apply(StoreEdit(deletedIDs: [2])).revision == 3)
    }

    @Test func `A store may be read while a reading is in progress`() throws {
        _ = try names([1: "A", 2: "B"])
        var counts: [Int] = []
        _ = try store.readAll { row throws(StoreError) in
            _ = try store.apply(StoreEdit(deletedIDs: [1]))
            counts.append(try store.episodeCount())
        }
        #expect(counts == [1, 1])
    }

    @Test func `The log does not stay large after a large edit`() throws {
        let bulk = try store.begin(.upsert)
        for id in 1...UInt64(20_000) { try bulk.add(Episode(id: id, name: "Row \(id)")) }
        _ = try bulk.commit()
        let log = try FileManager.default.attributesOfItem(atPath: workspace.path() + "-wal")
        #expect(log[.size] as? Int == 0)
        #expect(try store.episodeCount() == 20_000)
    }

    @Test func `Random catalogues replace each other exactly`() throws {
        var generator = SeededGenerator(seed: 7)
        for seed in 0..<UInt64(12) {
            var catalogue = RandomCatalogue(seed: seed)
            var episodes = catalogue.episodes(count: Int(generator.next() % 200))
            let before = try StoreContent(store).episodes
            episodes += before.filter { old in
                generator.next() % 2 == 0 && !episodes.contains { $0.id == old.id }
            }
            let bulk = try store.begin(.replace)
            for episode in episodes { try bulk.add(episode) }
            let receipt = try bulk.commit()
            let ids = Set(episodes.map(\.id))
            #expect(receipt.deleted == before.filter { !ids.contains($0.id) }.count)
            let expected = episodes.sorted { $0.id < $1.id }
            #expect(try StoreContent(store).episodes == expected)
        }
        #expect(try store.integrityCheck() == [])
    }
}

struct Gone: Error {}
