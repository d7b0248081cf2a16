// Purpose: while a catalogue is edited, every answer is one whole state of it: totals, counts and
// walks by cursor never mix two. Method: each edit swaps the domains of as many episodes one way as
// the other, so that every state has the same totals; readers check these and walk all pages, on
// which every episode that no edit touches must come exactly once. Time windows with and without
// edits alternate, and the latencies of both are printed: EPISODES_EDIT_SECONDS=600 with a release
// build is the long run.
import EpisodeClient
import EpisodeModel
import EpisodeProtocol
import Foundation
import Synchronization
import Testing

@Suite(.timeLimit(.minutes(15)))
struct EditsUnderLoadTests {
    private static let stableCount: UInt64 = 4_000
    private static let movingCount: UInt64 = 40
    private static var seconds: Double {
        ProcessInfo.processInfo.environment["EPISODES_EDIT_SECONDS"].flatMap(Double.init) ?? 6
    }

    /// Ids from 1 never change; those after them change domains with every edit.
    private static func episode(_ id: UInt64, domain: UInt32, edit: UInt64) -> Episode {
        var episode = Episode(id: id, name: "Episode \(id) map")
        episode.domains = [domain]
        episode.popularity = Double((id &* 2_654_435_761 &+ edit) % 1_000 + 1)
        episode.description = String(repeating: "words about maps and routes ", count: 8)
        return episode
    }

    private static func moving(_ edit: UInt64) -> [Episode] {
        (0..<movingCount).map { number in
            episode(
                stableCount + 1 + number, domain: (number + edit) % 2 == 0 ? 1 : 2, edit: edit)
        }
    }

    /// What the tasks of one run share.
    private final class Run: Sendable {
        let end = ContinuousClock.now + .seconds(EditsUnderLoadTests.seconds)
        let edits = Atomic(0)
        let walks = Atomic(0)
        private let latencies = Mutex<(quiet: [Duration], edited: [Duration])>(([], []))
        private let start = ContinuousClock.now

        var isOver: Bool { ContinuousClock.now >= end }
        /// Every other second.
        var isEditing: Bool { (ContinuousClock.now - start).components.seconds % 2 == 1 }

        func note(_ duration: Duration, isEditing: Bool) {
            latencies.withLock {
                if isEditing { $0.edited.append(duration) } else { $0.quiet.append(duration) }
            }
        }

        /// The latency that one call in so many is above, without and with edits, in microseconds.
        func percentile(oneIn divisor: Int) -> (quiet: Int64, edited: Int64) {
            latencies.withLock { samples in
                func value(_ durations: [Duration]) -> Int64 {
                    guard !durations.isEmpty else { return 0 }
                    let sorted = durations.sorted()
                    let chosen = sorted[sorted.count - 1 - sorted.count / divisor]
                    return chosen.components.attoseconds / 1_000_000_000_000
                        + chosen.components.seconds * 1_000_000
                }
                return (value(samples.quiet), value(samples.edited))
            }
        }
    }

    @Test func `every answer is one whole state of the catalogue`() async throws {
        let folder = try TemporaryFile(named: "marker")
        let path = folder.url.deletingLastPathComponent().appendingPathComponent("c.db").path
        let server = try ServerProcess(store: path, ["--allow-writes", "--loops", "1"])
        let address = server.address
        let editor = try await EpisodeClient.connect(to: address)
        let stable = (1...Self.stableCount).map { Self.episode($0, domain: 3, edit: 0) }
        _ = try await editor.upsertEpisodes(stable)
        _ = try await editor.upsertEpisodes(Self.moving(0))
        let run = Run()
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await Self.edit(editor, run) }
            for _ in 0..<2 { group.addTask { try await Self.readTotals(address, run) } }
            group.addTask { try await Self.walk(address, run) }
            try await group.waitForAll()
        }
        #expect(run.edits.load(ordering: .relaxed) > 0)
        #expect(run.walks.load(ordering: .relaxed) > 0)
        let (quiet, edited) = run.percentile(oneIn: 100)
        print(
            "edits: \(run.edits.load(ordering: .relaxed)), walks: "
                + "\(run.walks.load(ordering: .relaxed)), p99 of reads without edits \(quiet) us, "
                + "with edits \(edited) us")
    }

    private static func edit(_ client: EpisodeClient, _ run: Run) async throws {
        var number: UInt64 = 0
        while !run.isOver {
            // A steady pace that leaves the processors to the readers.
            try await Task.sleep(for: .milliseconds(20))
            guard run.isEditing else { continue }
            number += 1
            let answer = try await client.upsertEpisodes(moving(number))
            #expect(answer.updated == Int64(movingCount) && answer.created == 0)
            run.edits.add(1, ordering: .relaxed)
        }
    }

    private static func readTotals(_ address: String, _ run: Run) async throws {
        let client = try await EpisodeClient.connect(to: address)
        var request = ListEpisodesRequest()
        request.query = "map"
        request.domains = [1]
        request.facets = [.domain]
        request.sort = "-popularity"
        var lastRevision: UInt64 = 0
        while !run.isOver {
            let isEditing = run.isEditing
            let start = ContinuousClock.now
            let page = try await client.listEpisodes(request)
            run.note(ContinuousClock.now - start, isEditing: isEditing)
            #expect(page.totalSize == Int64(movingCount / 2))
            let counts = Dictionary(
                uniqueKeysWithValues: page.facets[0].values.map { ($0.value, $0.count) })
            #expect(
                counts == [
                    "1": Int64(movingCount / 2), "2": Int64(movingCount / 2),
                    "3": Int64(stableCount),
                ])
            #expect(page.episodes.allSatisfy { $0.domains == [1] })
            #expect(page.revision >= lastRevision)
            lastRevision = page.revision
        }
    }

    private static func walk(_ address: String, _ run: Run) async throws {
        let client = try await EpisodeClient.connect(to: address)
        var request = ListEpisodesRequest()
        request.sort = "-popularity"
        request.pageSize = 97
        request.readMask = ["id"]
        while !run.isOver {
            var seen: [UInt64: Int] = [:]
            for try await page in client.pages(request) {
                #expect(page.totalSize == Int64(stableCount + movingCount))
                for episode in page.episodes { seen[episode.id, default: 0] += 1 }
            }
            #expect((1...stableCount).allSatisfy { seen[$0] == 1 })
            run.walks.add(1, ordering: .relaxed)
        }
    }
}
