import EpisodeModel
import EpisodeStore
import Foundation
import Synchronization
import TestSupport
import Testing

/// Purpose: any number of writers make one gapless history, and every reader sees one revision.
/// Method: each revision is a sum that stays the same: rows hold amounts that are only moved.
@Suite(.timeLimit(.minutes(5)))
struct ConcurrencyTests {
    private static let rowCount: UInt64 = 40
    private static let amount: UInt32 = 1_000

    private final class End: Sendable {
        let isReached = Atomic(false)
    }

    private static func row(_ id: UInt64, _ amount: UInt32) -> Episode {
        var episode = Episode(id: id, name: "Row \(id)")
        episode.durationSeconds = amount
        return episode
    }

    private static func sum(_ content: StoreContent) -> UInt32 {
        content.episodes.reduce(0) { $0 + ($1.durationSeconds ?? 0) }
    }

    @Test func `Writers in several openings make one gapless history`() async throws {
        let workspace = try Workspace()
        let path = workspace.path()
        _ = try workspace.store()
        let revisions = try await withThrowingTaskGroup(of: [UInt64].self) { group in
            for writer in 0..<3 {
                group.addTask {
                    let store = try SQLiteStore.open(path: path)
                    return try (0..<40).map { number in
                        let id = UInt64(writer * 1_000 + number + 1)
                        return try store.apply(
                            StoreEdit(episodes: [Episode(id: id, name: "A")])
                        ).revision
                    }
                }
            }
            return try await group.reduce(into: []) { $0 += $1 }
        }
        #expect(revisions.sorted() == Array(1...120))
        #expect(try workspace.store().episodeCount() == 120)
    }

    @Test func `Readers and followers see whole revisions while edits go on`() async throws {
        let workspace = try Workspace()
        let path = workspace.path()
        let store = try workspace.store()
        _ = try store.apply(
            StoreEdit(episodes: (1...Self.rowCount).map { Self.row($0, Self.amount) }))
        let end = End()
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask {
                defer { end.isReached.store(true, ordering: .releasing) }
                try Self.move(store, rounds: 150)
            }
            group.addTask {
                while !end.isReached.load(ordering: .acquiring) {
                    let content = try StoreContent(store)
                    #expect(Self.sum(content) == UInt32(Self.rowCount) * Self.amount)
                    #expect(content.episodes.count == Int(Self.rowCount))
                }
            }
            group.addTask {
                let follower = try SQLiteStore.open(path: path, readOnly: true)
                try Self.follow(follower, until: end)
            }
            try await group.waitForAll()
        }
        #expect(try store.integrityCheck() == [])
    }

    /// Moves amounts between rows, by edits of both kinds.
    private static func move(_ store: SQLiteStore, rounds: Int) throws {
        var amounts = [UInt32](repeating: amount, count: Int(rowCount))
        var generator = SeededGenerator(seed: 1)
        for round in 0..<rounds {
            let from = Int(generator.next() % rowCount)
            let to = Int(generator.next() % rowCount)
            if from == to || amounts[from] == 0 { continue }
            amounts[from] -= 1
            amounts[to] += 1
            let rows = [from, to].map { row(UInt64($0 + 1), amounts[$0]) }
            guard round % 5 == 0 else {
                _ = try store.apply(StoreEdit(episodes: rows))
                continue
            }
            let bulk = try store.begin(.replace)
            for index in amounts.indices { try bulk.add(row(UInt64(index + 1), amounts[index])) }
            _ = try bulk.commit()
        }
    }

    private static func follow(_ store: SQLiteStore, until end: End) throws {
        var rows: [UInt64: Episode] = [:]
        var revision = try store.readAll { row in
            if case .episode(let episode) = row { rows[episode.id] = episode }
        }
        while !end.isReached.load(ordering: .acquiring) {
            guard store.waitForRevision(beyond: revision, timeoutMilliseconds: 100) else {
                continue
            }
            guard
                case .changes(let changes) = try store.changes(
                    after: revision, episodeCountMaximum: 100)
            else { throw Gone() }
            #expect(changes.revision > revision)
            for episode in changes.episodes { rows[episode.id] = episode }
            revision = changes.revision
            let sum = rows.values.reduce(0) { $0 + ($1.durationSeconds ?? 0) }
            #expect(sum == UInt32(rowCount) * amount)
        }
    }
}
