import EpisodeModel
import EpisodeStore
import Foundation
import Testing

/// Purpose: a backup is a whole store, and restoring one begins a history that nobody takes for the
/// old one.
@Suite(.timeLimit(.minutes(2)))
struct CareTests {
    private let workspace: Workspace
    private let store: SQLiteStore
    private var copy: String { workspace.path("copy.db") }

    init() throws {
        workspace = try Workspace()
        store = try workspace.store()
        _ = try store.apply(
            StoreEdit(
                episodes: [.full(id: 1), Episode(id: 2, name: "B")],
                domains: [Domain(id: 1, name: "iOS")]))
        _ = try store.apply(StoreEdit(deletedIDs: [2]))
    }

    @Test func `A backup holds what the store held, whatever is written meanwhile`() throws {
        let bulk = try store.begin(.upsert)
        for id in 10..<UInt64(500) { try bulk.add(Episode(id: id, name: "C")) }
        try store.backup(to: copy)
        let before = try StoreContent(store)
        _ = try bulk.commit()
        let backup = try SQLiteStore.open(path: copy)
        #expect(try StoreContent(backup) == before)
        #expect(backup.identity == store.identity)
        #expect(try backup.integrityCheck() == [])
        // The copy is a store of its own.
        _ = try backup.apply(StoreEdit(deletedIDs: [1]))
        #expect(try StoreContent(store).episodes.first?.id == 1)
    }

    @Test func `A backup does not overwrite anything`() throws {
        try store.backup(to: copy)
        let before = try Data(contentsOf: URL(fileURLWithPath: copy))
        let error = #expect(throws: StoreError.self) { try store.backup(to: copy) }
        #expect(error?.code == .exists)
        #expect(try Data(contentsOf: URL(fileURLWithPath: copy)) == before)
        let nowhere = #expect(throws: StoreError.self) {
            try store.backup(to: workspace.path("none/copy.db"))
        }
        #expect(nowhere?.code == .io)
        #expect(nowhere?.message.contains("none/copy.db") == true)
    }

    @Test func `A backup can be made of a store that is only read`() throws {
        try SQLiteStore.open(path: workspace.path(), readOnly: true).backup(to: copy)
        #expect(try StoreContent(SQLiteStore.open(path: copy)) == StoreContent(store))
    }

    @Test func `Restoring begins an epoch, and followers are told to read everything`() throws {
        try store.backup(to: copy)
        let backup = try Data(contentsOf: URL(fileURLWithPath: copy))
        for name in ["C", "D", "E"] {
            _ = try store.apply(StoreEdit(episodes: [Episode(id: 3, name: name)]))
        }
        let old = store.identity
        let restored = try SQLiteStore.restore(copy, to: workspace.path())
        #expect(restored.identity.lineage == old.lineage)
        #expect(restored.identity.epoch == old.epoch + 1)
        #expect(try StoreContent(restored).episodes == [.full(id: 1)])
        #expect(try restored.revision() == 6)
        #expect(try restored.integrityCheck() == [])
        #expect(try Data(contentsOf: URL(fileURLWithPath: copy)) == backup)
        // Whoever had the store open goes on with the restored content.
        guard case .gone = try store.changes(after: 5, episodeCountMaximum: 100) else {
            throw Gone()
        }
        #expect(try StoreContent(store).episodes == [.full(id: 1)])
        #expect(store.identity == restored.identity)
        #expect(try store.apply(StoreEdit(deletedIDs: [1])).revision == 7)
        let names = try FileManager.default.contentsOfDirectory(
            atPath: workspace.directory.path
        ).filter { !$0.hasSuffix("-wal") && !$0.hasSuffix("-shm") }
        #expect(names.sorted() == ["catalog.db", "copy.db"])
    }

    @Test(.timeLimit(.minutes(2)))
    func `A restore that waits for a writer takes a number after the writer's`() async throws {
        try store.backup(to: copy)
        let edit = try store.begin(.upsert)
        for id in UInt64(100)...110 { try edit.add(Episode(id: id, name: "late")) }
        let (backup, path) = (copy, workspace.path())
        let restoring = Task.detached { try SQLiteStore.restore(backup, to: path).revision() }
        try await Task.sleep(for: .milliseconds(300))
        let committed = try edit.commit().revision
        #expect(try await restoring.value == committed + 1)
        guard case .gone = try store.changes(after: committed, episodeCountMaximum: 100) else {
            throw Gone()
        }
        #expect(store.waitForRevision(beyond: committed, timeoutMilliseconds: 10_000))
        #expect(try StoreContent(store).episodes == [.full(id: 1)])
    }

    @Test func `Restoring where nothing is makes a store`() throws {
        try store.backup(to: copy)
        let path = workspace.path("deep/new.db")
        let restored = try SQLiteStore.restore(copy, to: path)
        #expect(try StoreContent(restored).episodes == [.full(id: 1)])
        #expect(restored.identity.epoch == store.identity.epoch + 1)
        #expect(try restored.revision() == 3)
    }

    @Test(.enabled(if: SQL.isAvailable))
    func `A backup of an older schema is restored and stays as it is`() throws {
        try SchemaOne.make(copy)
        let restored = try SQLiteStore.restore(copy, to: workspace.path())
        #expect(try StoreContent(restored).episodes.count == 3)
        #expect(try restored.revision() == 8)
        #expect(restored.identity.epoch == 3)
        #expect(try SQL.run("PRAGMA user_version", on: copy) == "1")
    }

    @Test func `What is no backup restores nothing`() throws {
        let before = try StoreContent(store)
        try Data("{}".utf8).write(to: URL(fileURLWithPath: copy))
        for backup in [copy, workspace.path("none.db")] {
            #expect(throws: StoreError.self) {
                try SQLiteStore.restore(backup, to: workspace.path())
            }
        }
        #expect(try StoreContent(store) == before)
    }
}
