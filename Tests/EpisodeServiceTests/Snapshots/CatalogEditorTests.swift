import EpisodeModel
import EpisodeProtocol
import EpisodeService
import Synchronization
import TestSupport
import Testing

/// Purpose: edits are visible at once, merging changes no answer, and pages go on over both.
/// Method: the background work is held back and run by the test, between edits and pages.
@Suite struct CatalogEditorTests {
    /// Keeps work until the test runs it.
    private final class HeldWork: Sendable {
        private let pieces = Mutex<[@Sendable () -> Void]>([])

        var count: Int { pieces.withLock { $0.count } }

        func add(_ piece: @escaping @Sendable () -> Void) { pieces.withLock { $0.append(piece) } }

        func runFirst() {
            let piece = pieces.withLock { $0.isEmpty ? nil : $0.removeFirst() }
            piece?()
        }

        /// Work that nobody runs would hold its editor, which holds this.
        func drop() { pieces.withLock { $0 = [] } }
    }

    @Test(.timeLimit(.minutes(5)))
    func `merging in the background keeps what was edited meanwhile`() throws {
        for seed in UInt64(1)...8 {
            var catalogue = EditedCatalogue(seed: seed, rowCount: 150)
            let holder = SnapshotHolder(try InProcess.snapshot(catalogue.episodes))
            let work = HeldWork()
            defer { work.drop() }
            let editor = CatalogEditor(
                holder, policy: MergePolicy(changedRowCountMinimum: 10, divisor: 1_000),
                background: { work.add($0) })
            var mergeCount = 0
            for number in 0..<12 {
                let edit = catalogue.nextEdit()
                _ = try editor.apply(edit, loadedAt: holder.snapshot.loadedAt)
                #expect(work.count <= 1)
                if number % 4 == 3 {
                    let before = holder.snapshot
                    mergeCount += work.count
                    work.runFirst()
                    #expect(holder.snapshot.revision == before.revision)
                    #expect(holder.snapshot.changedRowCount <= before.changedRowCount)
                }
                let revision = UInt64(number + 2)
                #expect(holder.snapshot.revision == revision)
                let rebuilt = try InProcess.snapshot(catalogue.episodes, revision: revision)
                if number % 2 == 1 {
                    try ReplyComparison(holder.snapshot, rebuilt)
                        .check(catalogue, seed: seed &* 50 &+ revision)
                }
            }
            #expect(mergeCount > 0)
        }
    }

    @Test func `a catalogue that was replaced is not overwritten by an older merge`() throws {
        let holder = SnapshotHolder(try InProcess.snapshot([.make(1)]))
        let work = HeldWork()
        let editor = CatalogEditor(
            holder, policy: MergePolicy(changedRowCountMinimum: 0), background: { work.add($0) })
        _ = try editor.apply(CatalogEdit(upserts: [.make(2)]), loadedAt: nil)
        #expect(work.count == 1)
        editor.replace(with: try InProcess.snapshot([.make(7), .make(8), .make(9)], revision: 3))
        work.runFirst()
        #expect(holder.snapshot.rowCount == 3 && holder.snapshot.revision == 3)
        #expect(work.count == 0)
    }

    @Test(.timeLimit(.minutes(5)))
    func `while a walk goes on, rows neither repeat nor vanish except those that were changed`()
        throws
    {
        for seed in UInt64(1)...20 {
            var catalogue = EditedCatalogue(seed: seed, rowCount: 120)
            let holder = SnapshotHolder(try InProcess.snapshot(catalogue.episodes))
            let editor = CatalogEditor(
                holder, policy: MergePolicy(changedRowCountMinimum: 20, divisor: 1_000),
                background: { $0() })
            let service = InProcess(holder)
            let before = Set(catalogue.episodes.map(\.id))
            var touched: Set<UInt64> = []
            var request = ListEpisodesRequest()
            request.sort = ["-popularity", "name,-id", "-released_at", "id"][Int(seed % 4)]
            request.pageSize = 9
            var found: [UInt64] = []
            while true {
                let page = try service.list(request)
                found += page.episodes.map(\.id)
                guard !page.nextPageToken.isEmpty else { break }
                request.pageToken = page.nextPageToken
                let edit = catalogue.nextEdit(atMost: 3)
                touched.formUnion(edit.upserts.map(\.id) + edit.deletes)
                _ = try editor.apply(edit, loadedAt: nil)
            }
            let untouched = found.filter { !touched.contains($0) }
            #expect(untouched.count == Set(untouched).count, "seed \(seed)")
            #expect(Set(untouched) == before.subtracting(touched), "seed \(seed)")
        }
    }
}
