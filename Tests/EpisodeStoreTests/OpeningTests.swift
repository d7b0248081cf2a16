import EpisodeModel
import EpisodeStore
import Foundation
import Testing

/// Purpose: what is no store is refused in clear words and not touched; what is one opens.
@Suite(.timeLimit(.minutes(2)))
struct OpeningTests {
    private let workspace: Workspace
    private var path: String { workspace.path() }

    init() throws { workspace = try Workspace() }

    private func failure(create: Bool = true, readOnly: Bool = false) -> StoreError? {
        #expect(throws: StoreError.self) {
            try SQLiteStore.open(path: path, create: create, readOnly: readOnly)
        }
    }

    @Test func `A missing file is made only when asked for`() throws {
        #expect(failure(create: false)?.code == .notFound)
        #expect(failure(create: true, readOnly: true)?.code == .notFound)
        #expect(!FileManager.default.fileExists(atPath: path))
        _ = try workspace.store()
        #expect(try SQLiteStore.open(path: path, readOnly: true).revision() == 0)
    }

    @Test func `Directories are made above a new store, and nothing is left beside it`() throws {
        let deep = workspace.path("a/b/c/catalog.db")
        do { _ = try SQLiteStore.open(path: deep, create: true) }
        let directory = workspace.path("a/b/c")
        #expect(try FileManager.default.contentsOfDirectory(atPath: directory) == ["catalog.db"])
    }

    @Test(arguments: [
        Data(), Data("{}".utf8), Data("SQLite format 3\0".utf8), Data(repeating: 0, count: 8_192),
    ])
    func `A file that is something else is refused and stays as it was`(content: Data) throws {
        try content.write(to: URL(fileURLWithPath: path))
        for readOnly in [false, true] {
            let error = try #require(failure(readOnly: readOnly))
            #expect(error.code == .notAStore)
            #expect(error.message.contains("catalog.db"))
        }
        #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == content)
    }

    @Test(.enabled(if: SQL.isAvailable))
    func `A database of another program is refused`() throws {
        try SQL.run("CREATE TABLE episodes (id INTEGER PRIMARY KEY)", on: path)
        #expect(failure()?.code == .notAStore)
        #expect(try SQL.run("SELECT count(*) FROM sqlite_schema", on: path) == "1")
    }

    @Test func `A directory is no store`() throws {
        try FileManager.default.createDirectory(
            atPath: path, withIntermediateDirectories: false)
        #expect(failure()?.code == .io)
    }

    @Test func `A log without its file is not mixed into a new store`() throws {
        try Data("something".utf8).write(to: URL(fileURLWithPath: path + "-wal"))
        #expect(failure()?.code == .damaged)
        #expect(failure(create: false)?.message.contains("-wal") == true)
    }

    @Test func `A path with signs that URIs use is a path`() throws {
        let odd = workspace.path("a b?mode=memory&c#d%41'\u{E9}.db")
        let store = try SQLiteStore.open(path: odd, create: true)
        _ = try store.apply(StoreEdit(episodes: [Episode(id: 1, name: "A")]))
        #expect(FileManager.default.fileExists(atPath: odd))
        #expect(try SQLiteStore.open(path: odd).episodeCount() == 1)
    }

    @Test func `A store opened through a link is the store`() throws {
        let store = try workspace.store()
        let other = workspace.path("other.db")
        try FileManager.default.createSymbolicLink(atPath: other, withDestinationPath: path)
        let linked = try SQLiteStore.open(path: other)
        _ = try linked.apply(StoreEdit(episodes: [Episode(id: 1, name: "A")]))
        #expect(try store.episodeCount() == 1)
        #expect(linked.path == store.path)
    }

    @Test func `A store opened for reading refuses edits`() throws {
        _ = try workspace.store().apply(StoreEdit(episodes: [Episode(id: 1, name: "A")]))
        let store = try SQLiteStore.open(path: path, readOnly: true)
        #expect(store.isReadOnly)
        #expect(try StoreContent(store).episodes.map(\.id) == [1])
        let edit = StoreEdit(deletedIDs: [1])
        let error = #expect(throws: StoreError.self) { try store.apply(edit) }
        #expect(error?.code == .readOnly)
        #expect(throws: StoreError.self) { try store.begin(.upsert) }
        #expect(throws: StoreError.self) { try store.trim(through: 1) }
    }

    @Test func `A file that was replaced while it was open takes no more edits`() throws {
        let store = try workspace.store()
        _ = try store.apply(StoreEdit(episodes: [Episode(id: 1, name: "A")]))
        try FileManager.default.removeItem(atPath: path)
        let edit = StoreEdit(episodes: [Episode(id: 2, name: "B")])
        let writing = #expect(throws: StoreError.self) { try store.apply(edit) }
        #expect(writing?.code == .replaced)
        let reading = #expect(throws: StoreError.self) { try store.revision() }
        #expect(reading?.code == .replaced)
    }

    @Test func `Another file under the same name is neither read nor written with the old log`()
        throws
    {
        let store = try workspace.store()
        _ = try store.apply(StoreEdit(episodes: [Episode(id: 1, name: "A")]))
        let other = path + ".other"
        let fresh = try SQLiteStore.open(path: other, create: true)
        _ = try fresh.apply(StoreEdit(episodes: [Episode(id: 7, name: "Other")]))
        fresh.settle()
        let bytes = try Data(contentsOf: URL(fileURLWithPath: other))
        #expect(rename(other, path) == 0)
        // A bulk edit, a backup and settling open connections of their own.
        let errors = [
            #expect(throws: StoreError.self) { try store.begin(.upsert) },
            #expect(throws: StoreError.self) { try store.backup(to: path + ".copy") },
            #expect(throws: StoreError.self) { try store.revision() },
            #expect(throws: StoreError.self) {
                try store.apply(StoreEdit(episodes: [Episode(id: 2, name: "B")]))
            },
        ]
        #expect(errors.allSatisfy { $0?.code == .replaced })
        #expect(errors[0]?.message.contains(path + "-wal") == true)
        store.settle()
        #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == bytes)
    }

    @Test func `Many openings at once make one store`() async throws {
        let path = path
        let lineages = try await withThrowingTaskGroup(of: String.self) { group in
            for _ in 0..<8 {
                group.addTask { try SQLiteStore.open(path: path, create: true).identity.lineage }
            }
            return try await group.reduce(into: Set()) { $0.insert($1) }
        }
        #expect(lineages.count == 1)
    }
}
