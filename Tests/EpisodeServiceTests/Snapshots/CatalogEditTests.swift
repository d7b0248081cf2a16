import EpisodeModel
import EpisodeProtocol
import EpisodeService
import RPCCore
import TestSupport
import Testing

/// Purpose: after any edits every call is answered as if the catalogue had been built anew.
/// Method: random catalogues and sequences of edits; the replies of a service on the edited snapshot
/// and of one on a full build are compared byte by byte.
@Suite struct CatalogEditTests {
    @Test(.timeLimit(.minutes(10)), arguments: [0, 10, 80, 400])
    func `edited snapshots reply like snapshots built anew`(rowCount: Int) throws {
        for seed in UInt64(1)...(rowCount > 100 ? 3 : 6) {
            var catalogue = EditedCatalogue(seed: seed, rowCount: rowCount)
            var snapshot = try InProcess.snapshot(catalogue.episodes)
            for revision in UInt64(2)...12 {
                let edit = catalogue.nextEdit()
                snapshot = try snapshot.applying(
                    edit, revision: revision, loadedAt: snapshot.loadedAt, source: "test"
                ).snapshot
                if revision % 5 == 0 {
                    snapshot = try snapshot.merged()
                    #expect(snapshot.changedRowCount == 0)
                }
                let rebuilt = try InProcess.snapshot(catalogue.episodes, revision: revision)
                let comparison = ReplyComparison(snapshot, rebuilt)
                try comparison.check(catalogue, seed: seed &* 100 &+ revision)
            }
        }
    }

    @Test func `a summary counts what was created, changed, left and deleted, each id once`() throws
    {
        let snapshot = try InProcess.snapshot((1...5).map { .make($0) { $0.streamURL = "s" } })
        var edit = CatalogEdit()
        edit.upserts = [
            .make(1) { $0.streamURL = "s" }, .make(2) { $0.streamURL = "t" }, .make(9, "a"),
            .make(9, "b"), .make(3, "Other") { $0.streamURL = "s" },
        ]
        edit.deletes = [3, 4, 4, 77]
        let (edited, summary) = try snapshot.applying(
            edit, revision: 2, loadedAt: nil, source: "test")
        var expected = CatalogEdit.Summary()
        (expected.created, expected.updated, expected.unchanged, expected.deleted) = (1, 2, 1, 2)
        #expect(summary == expected)
        #expect(edited.rowCount == 4)
        #expect(edited.revision == 2 && snapshot.rowCount == 5)
        let again = try edited.applying(
            CatalogEdit(upserts: [.make(4)], deletes: [9]), revision: 3, loadedAt: nil,
            source: "test")
        #expect(again.summary.created == 1 && again.summary.deleted == 1)
        #expect(again.snapshot.rowCount == 4)
    }

    @Test func `texts that look alike but differ in bytes are a change`() throws {
        let snapshot = try InProcess.snapshot([.make(1, "Caf\u{E9}")])
        let result = try snapshot.applying(
            CatalogEdit(upserts: [.make(1, "Cafe\u{301}")]), revision: 2, loadedAt: nil,
            source: "test")
        #expect(result.summary.updated == 1)
    }

    @Test func `a row that is too large changes nothing and is refused`() throws {
        let snapshot = try InProcess.snapshot([.make(1)])
        let huge = Episode.make(2) {
            $0.description = String(repeating: "x", count: 1_048_576)
            $0.descriptionHTML = String(repeating: "y", count: 1_048_576)
        }
        #expect(throws: EpisodeError.self) {
            _ = try snapshot.applying(
                CatalogEdit(upserts: [.make(3), huge]), revision: 2, loadedAt: nil, source: "test")
        }
        #expect(snapshot.rowCount == 1)
    }
}
