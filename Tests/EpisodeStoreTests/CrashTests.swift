import EpisodeModel
import EpisodeStore
import Foundation
import TestSupport
import Testing

/// Purpose: a process may be killed at any moment. What it was told is durable is there, what it
/// was not told is there as a whole or not at all, and the next start needs no help.
/// Method: a process writes a story that the test knows, and is killed after a random time, over
/// and over on one store. EPISODES_CRASH_ROUNDS says how often; 200 when it is not set.
@Suite(.timeLimit(.minutes(60)))
struct CrashTests {
    private static let roundCount =
        ProcessInfo.processInfo.environment["EPISODES_CRASH_ROUNDS"].flatMap { Int($0) } ?? 200

    /// What must be there after each edit of the story.
    private struct Story {
        private(set) var revision: UInt64 = 0
        private var catalogue: [UInt64: Episode] = [:]

        mutating func advance(to revision: UInt64) {
            while self.revision < revision {
                self.revision += 1
                ScriptedEdit(number: self.revision).apply(to: &catalogue)
            }
        }

        var episodes: [Episode] { catalogue.values.sorted { $0.id < $1.id } }
    }

    @Test func `Killing a writer at any moment loses nothing that was acknowledged`() throws {
        let workspace = try Workspace()
        let path = workspace.path()
        var generator = SeededGenerator(seed: UInt64(Date().timeIntervalSince1970 * 1e6))
        var story = Story()
        var acknowledged: UInt64 = 0
        for round in 1...Self.roundCount {
            let writer = try Helper("edit", path)
            // Mostly while it writes, now and then while it starts.
            var lines: [String] = []
            if generator.next() % 4 > 0, let first = writer.line() { lines.append(first) }
            usleep(UInt32(generator.next() % 40_000))
            writer.kill()
            lines += writer.lines()
            if let last = lines.last {
                acknowledged = try #require(UInt64(last), "round \(round): \(lines)")
            }
            guard FileManager.default.fileExists(atPath: path) else {
                #expect(acknowledged == 0)
                continue
            }
            let store = try SQLiteStore.open(path: path)
            let content = try StoreContent(store)
            try #require(content.revision >= acknowledged, "round \(round)")
            try #require(
                content.revision <= max(acknowledged, story.revision) + 1, "round \(round)")
            story.advance(to: content.revision)
            try #require(content.episodes == story.episodes, "round \(round)")
            try #require(try store.integrityCheck() == [], "round \(round)")
        }
        #expect(acknowledged > UInt64(Self.roundCount))
    }

    @Test(.enabled(if: SQL.isAvailable))
    func `Killing an upgrade at any moment leaves a store of the old schema or the new`() throws {
        let workspace = try Workspace()
        let path = workspace.path()
        var generator = SeededGenerator(seed: UInt64(Date().timeIntervalSince1970 * 1e6))
        for round in 1...max(5, Self.roundCount / 10) {
            for name in [path, path + "-wal", path + "-shm"] {
                try? FileManager.default.removeItem(atPath: name)
            }
            try SchemaOne.make(path)
            try SQL.run(
                """
                INSERT INTO episodes (id, name, difficulty, description, revision)
                    SELECT value, 'row ' || value, 'beginner', hex(zeroblob(300)), 1
                    FROM generate_series(1000, 3999);
                UPDATE catalog SET episode_count = 3003;
                """, on: path)
            let upgrade = try Helper("upgrade", path)
            #expect(upgrade.line() == "start")
            usleep(UInt32(generator.next() % 80_000))
            upgrade.kill()
            let store = try SQLiteStore.open(path: path)
            let content = try StoreContent(store)
            try #require(content.episodes.count == 3_003, "round \(round)")
            try #require(content.episodes.last?.name == "Largest", "round \(round)")
            try #require(try store.integrityCheck() == [], "round \(round)")
        }
    }

    @Test func `A log left behind is read without its index`() throws {
        let workspace = try Workspace()
        let writer = try Helper("edit", workspace.path())
        while let line = writer.line(), line != "20" {}
        writer.kill()
        // As after a copy of the two files, or a restart of the machine.
        for ending in ["", "-wal"] {
            try FileManager.default.copyItem(
                atPath: workspace.path() + ending, toPath: workspace.path("copy.db") + ending)
        }
        let content = try StoreContent(SQLiteStore.open(path: workspace.path("copy.db")))
        var story = Story()
        story.advance(to: content.revision)
        #expect(content.revision >= 20)
        #expect(content.episodes == story.episodes)
    }
}
