import EpisodeModel
import EpisodeStore
import TestSupport
import Testing

/// Purpose: whoever follows a store by its changes has what a reader of the whole has, or is told
/// to read the whole.
@Suite(.timeLimit(.minutes(2)))
struct ChangesTests {
    private let workspace: Workspace
    private let store: SQLiteStore

    init() throws {
        workspace = try Workspace()
        store = try workspace.store()
    }

    private func changes(after revision: UInt64, maximum: Int = 1_000) throws -> StoreChanges? {
        guard
            case .changes(let changes) = try store.changes(
                after: revision, episodeCountMaximum: maximum)
        else { return nil }
        return changes
    }

    @Test func `Nothing has changed since the newest revision`() throws {
        _ = try store.apply(StoreEdit(episodes: [Episode(id: 1, name: "A")]))
        let changes = try #require(try changes(after: 1, maximum: 0))
        #expect(changes.revision == 1)
        #expect(changes.identity == store.identity)
        #expect(changes.episodes.isEmpty && changes.deletedIDs.isEmpty && changes.domains == nil)
    }

    @Test func `Changes are the last state of each row`() throws {
        _ = try store.apply(
            StoreEdit(episodes: [Episode(id: 1, name: "A"), Episode(id: 2, name: "B")]))
        _ = try store.apply(StoreEdit(episodes: [Episode(id: 1, name: "C")]))
        _ = try store.apply(StoreEdit(episodes: [Episode(id: 1, name: "D")], deletedIDs: [2]))
        _ = try store.apply(StoreEdit(episodes: [Episode(id: 3, name: "E")]))
        _ = try store.apply(StoreEdit(deletedIDs: [3]))
        let changes = try #require(try changes(after: 1))
        #expect(changes.revision == 5)
        #expect(changes.episodes == [Episode(id: 1, name: "D")])
        #expect(changes.deletedIDs.sorted() == [2, 3])
    }

    @Test func `A row that comes back is no longer deleted`() throws {
        _ = try store.apply(StoreEdit(episodes: [Episode(id: 1, name: "A")]))
        _ = try store.apply(StoreEdit(deletedIDs: [1]))
        _ = try store.apply(StoreEdit(episodes: [Episode(id: 1, name: "B")]))
        let changes = try #require(try changes(after: 1))
        #expect(changes.episodes == [Episode(id: 1, name: "B")])
        #expect(changes.deletedIDs.isEmpty)
    }

    @Test func `Domains are told as a whole, and only when they changed`() throws {
        let domain = Domain(id: 1, name: "iOS")
        _ = try store.apply(StoreEdit(domains: [domain, Domain(id: 2, name: "Unity")]))
        _ = try store.apply(StoreEdit(episodes: [Episode(id: 1, name: "A")]))
        #expect(try changes(after: 0)?.domains?.map(\.id) == [1, 2])
        #expect(try #require(try changes(after: 1)).domains == nil)
    }

    @Test func `More changes than asked for are no changes`() throws {
        _ = try store.apply(
            StoreEdit(episodes: (1...10).map { Episode(id: $0, name: "A") }))
        _ = try store.apply(StoreEdit(deletedIDs: [1, 2]))
        #expect(try changes(after: 0, maximum: 10)?.episodes.count == 8)
        #expect(try changes(after: 0, maximum: 9) == nil)
        #expect(try changes(after: 0, maximum: 7) == nil)
        #expect(try changes(after: 0, maximum: -1) == nil)
        #expect(try changes(after: 1, maximum: 2)?.deletedIDs.count == 2)
    }

    @Test func `A revision that never was is gone`() throws {
        #expect(try changes(after: 1) == nil)
        #expect(try changes(after: .max) == nil)
    }

    @Test func `Trimming forgets deletions and says so`() throws {
        _ = try store.apply(
            StoreEdit(episodes: (1...5).map { Episode(id: $0, name: "A") }))
        for id in 1...UInt64(3) { _ = try store.apply(StoreEdit(deletedIDs: [id])) }
        #expect(try store.trim(through: 3) == 2)
        #expect(try store.trim(through: 3) == 0)
        #expect(try store.revision() == 4)
        #expect(try changes(after: 2) == nil)
        #expect(try changes(after: 3)?.deletedIDs == [3])
        #expect(try store.trim(through: .max) == 1)
        #expect(try changes(after: 3) == nil)
        #expect(try changes(after: 4) != nil)
        #expect(try store.integrityCheck() == [])
    }

    @Test func `Too many deletions forget the oldest by themselves`() throws {
        var options = StoreOptions()
        options.tombstoneCountMaximum = 10
        let store = try workspace.store("few.db", options: options)
        _ = try store.apply(
            StoreEdit(episodes: (1...40).map { Episode(id: $0, name: "A") }))
        for id in 1...UInt64(11) { _ = try store.apply(StoreEdit(deletedIDs: [id])) }
        guard case .gone = try store.changes(after: 6, episodeCountMaximum: 100) else {
            throw Gone()
        }
        guard case .changes(let kept) = try store.changes(after: 7, episodeCountMaximum: 100) else {
            throw Gone()
        }
        #expect(kept.deletedIDs.sorted() == [7, 8, 9, 10, 11])
        #expect(try store.integrityCheck() == [])
    }

    @Test func `Following random edits in steps of any size gives the whole`() throws {
        var generator = SeededGenerator(seed: 11)
        var followed: [UInt64: Episode] = [:]
        var revision: UInt64 = 0
        for round in 0..<60 {
            var edit = StoreEdit()
            for _ in 0..<generator.next() % 6 {
                let id = generator.next() % 20 + (generator.next() % 2 == 0 ? 0 : 1 << 63)
                edit.episodes.append(
                    Episode(id: max(id, 1), name: "\(generator.next() % 3)"))
            }
            for _ in 0..<generator.next() % 4 { edit.deletedIDs.append(generator.next() % 20) }
            _ = try store.apply(edit)
            if generator.next() % 3 != 0, round < 59 { continue }
            let changes = try #require(try changes(after: revision))
            for id in changes.deletedIDs { followed[id] = nil }
            for episode in changes.episodes { followed[episode.id] = episode }
            revision = changes.revision
            let content = try StoreContent(store)
            #expect(content.revision == revision)
            #expect(content.episodes == followed.values.sorted { $0.id < $1.id })
        }
    }

    @Test func `Waiting sees what another opening of the store writes`() async throws {
        let other = try workspace.store()
        let store = store
        #expect(!store.waitForRevision(beyond: 0, timeoutMilliseconds: 0))
        #expect(!store.waitForRevision(beyond: 0, timeoutMilliseconds: 20))
        async let waited = Task.detached {
            store.waitForRevision(beyond: 0, timeoutMilliseconds: 60_000)
        }.value
        try await Task.sleep(for: .milliseconds(60))
        _ = try other.apply(StoreEdit(episodes: [Episode(id: 1, name: "A")]))
        #expect(await waited)
        #expect(store.waitForRevision(beyond: 0, timeoutMilliseconds: 0))
    }
}
