// Purpose: what somebody else commits to the store is served, whether it is little or everything.
// Method: a second connection to the same file edits; the first is told to follow.
import EpisodeModel
import EpisodeProtocol
import EpisodeService
import EpisodeStore
import RPCCore
import TestSupport
import Testing

@Suite struct FollowingTests {
    @Test(.timeLimit(.minutes(5)))
    func `edits of others are served, in the state that was committed`() throws {
        var catalogue = EditedCatalogue(seed: 5, rowCount: 200)
        let service = try EditingService(catalogue.episodes)
        let other = try SQLiteStore.open(path: service.path)
        for number in 0..<20 {
            let edit = catalogue.nextEdit()
            _ = try other.apply(
                StoreEdit(
                    episodes: edit.upserts, domains: edit.domains ?? [],
                    deletedIDs: edit.deletes))
            // Several at once now and then.
            guard number % 3 != 0 else { continue }
            service.keeper.follow(timeoutMilliseconds: 10_000)
            let revision = try other.revision()
            #expect(service.snapshot.revision == revision)
            let rebuilt = try InProcess.snapshot(
                catalogue.episodes, domains: service.snapshot.domains, revision: revision)
            try ReplyComparison(service.snapshot, rebuilt)
                .check(catalogue, seed: UInt64(number) &* 77)
        }
        #expect(service.reports.all.isEmpty)
    }

    @Test func `a catalogue that was replaced is read anew`() throws {
        let service = try EditingService((1...50).map { .make($0, "old") })
        let other = try SQLiteStore.open(path: service.path)
        let edit = try other.begin(.replace)
        for id in UInt64(40)...9_000 { try edit.add(.make(id, "new \(id)")) }
        _ = try edit.commit()
        service.keeper.follow(timeoutMilliseconds: 10_000)
        #expect(service.snapshot.revision == 2)
        #expect(service.snapshot.rowCount == 8_961)
        #expect(service.snapshot.changedRowCount == 0)
        #expect(try service.upsert([.make(1, "back")]).revision == 3)
        #expect(service.snapshot.rowCount == 8_962)
    }

    @Test func `an edit is served after those of others that came before it`() throws {
        let service = try EditingService([.make(1, "a")])
        let other = try SQLiteStore.open(path: service.path)
        _ = try other.apply(StoreEdit(episodes: [.make(2, "b")]))
        #expect(try service.upsert([.make(3, "c")]).revision == 3)
        #expect(try service.listed == [1, 2, 3])
        // Nothing is left to follow.
        service.keeper.follow(timeoutMilliseconds: 0)
        #expect(service.snapshot.revision == 3)
    }

    @Test func `a store that cannot be read is reported once, and what was served stays`() throws {
        let service = try EditingService([.make(1, "a")])
        let other = try SQLiteStore.open(path: service.path)
        _ = try other.apply(StoreEdit(episodes: [.make(2, "b")]))
        service.store.fail(
            StoreError(code: .io, file: service.path, problem: "is broken", remedy: "mend it"))
        service.keeper.follow(timeoutMilliseconds: 1_000)
        service.keeper.follow(timeoutMilliseconds: 1_000)
        #expect(service.reports.all.count == 1)
        #expect(service.reports.all.first?.contains("stays as it is") == true)
        #expect(try service.listed == [1])
        // An edit that cannot be read back is durable, and says so.
        let failure = #expect(throws: RPCError.self) { _ = try service.delete([2]) }
        #expect(failure?.code == .internalError)
        #expect(failure?.message.contains("durable as revision 3") == true)
        service.store.fail(nil)
        service.keeper.follow(timeoutMilliseconds: 1_000)
        #expect(service.reports.all.count == 2)
        #expect(service.snapshot.revision == 3)
    }
}
