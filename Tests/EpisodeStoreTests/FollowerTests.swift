import EpisodeModel
import EpisodeStore
import Foundation
import TestSupport
import Testing

/// Purpose: a process that follows a store has the edits of another process soon, and waiting for
/// them costs next to nothing.
@Suite(.timeLimit(.minutes(2)))
struct FollowerTests {
    @Test func `Edits of another process are followed to the letter`() throws {
        let workspace = try Workspace()
        let store = try workspace.store()
        let writer = try Helper("edit", workspace.path())
        var rows: [UInt64: Episode] = [:]
        var expected: [UInt64: Episode] = [:]
        var revision: UInt64 = 0
        while revision < 40 {
            #expect(store.waitForRevision(beyond: revision, timeoutMilliseconds: 60_000))
            let before = revision
            if case .changes(let changes) = try store.changes(
                after: revision, episodeCountMaximum: 1_000)
            {
                for id in changes.deletedIDs { rows[id] = nil }
                for episode in changes.episodes { rows[episode.id] = episode }
                revision = changes.revision
            } else {
                // The writer forgets deletions early.
                rows = [:]
                revision = try store.readAll { row in
                    if case .episode(let episode) = row { rows[episode.id] = episode }
                }
            }
            #expect(revision > before)
            for number in (before + 1)...revision {
                ScriptedEdit(number: number).apply(to: &expected)
            }
            #expect(rows == expected)
        }
        writer.kill()
    }

    @Test func `Opening a store twice in a process keeps the locks of both`() throws {
        let workspace = try Workspace()
        let store = try workspace.store()
        _ = try store.apply(StoreEdit(episodes: [Episode(id: 1, name: "A")]))
        do { _ = try workspace.store().backup(to: workspace.path("copy.db")) }
        // Were the locks gone with the second opening, this process would take itself for the last
        // one and remove the log that the first still writes.
        let other = try Helper("upgrade", workspace.path())
        #expect(other.lines() == ["start", "upgraded"])
        #expect(FileManager.default.fileExists(atPath: workspace.path() + "-wal"))
        _ = try store.apply(StoreEdit(episodes: [Episode(id: 2, name: "B")]))
        #expect(try workspace.store().episodeCount() == 2)
        #expect(try store.integrityCheck() == [])
    }

    @Test func `Waiting costs next to no processor time`() throws {
        let workspace = try Workspace()
        let store = try workspace.store()
        let before = clock()
        #expect(!store.waitForRevision(beyond: 0, timeoutMilliseconds: 1_000))
        // Twenty looks of some microseconds; a busy loop would take a whole second.
        let seconds = Double(clock() - before) / Double(CLOCKS_PER_SEC)
        #expect(seconds < 0.3)
    }
}
