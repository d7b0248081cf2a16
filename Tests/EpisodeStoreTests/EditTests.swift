import EpisodeModel
import EpisodeStore
import TestSupport
import Testing

/// Purpose: an edit does what it says, says what it did, and makes one revision or none.
@Suite(.timeLimit(.minutes(2)))
struct EditTests {
    private let workspace: Workspace
    private let store: SQLiteStore

    init() throws {
        workspace = try Workspace()
        store = try workspace.store()
    }

    @Test func `A new store is empty, at revision 0, with a lineage of its own`() throws {
        let other = try workspace.store("other.db")
        #expect(try store.revision() == 0)
        #expect(try store.episodeCount() == 0)
        #expect(try StoreContent(store).episodes.isEmpty)
        #expect(store.identity.epoch == 1)
        #expect(store.identity.lineage.count == 36)
        #expect(store.identity.lineage != other.identity.lineage)
        #expect(store.isReadOnly == false)
    }

    @Test(arguments: [1, 0x7FFF_FFFF_FFFF_FFFF, 0x8000_0000_0000_0000, UInt64.max])
    func `Every field of a row comes back with its bytes`(id: UInt64) throws {
        let episode = Episode.full(id: id)
        #expect(try store.apply(StoreEdit(episodes: [episode])).created == 1)
        let read = try #require(StoreContent(store).episodes.first)
        #expect(read == episode)
        #expect(read.bytes == episode.bytes)
        #expect(try StoreContent(workspace.store()).episodes == [episode])
    }

    @Test func `Random rows come back as they were, by unsigned id`() throws {
        for seed in 0..<UInt64(8) {
            var catalogue = RandomCatalogue(seed: seed)
            let store = try workspace.store("\(seed).db")
            let episodes = catalogue.episodes(count: 300)
            _ = try store.apply(StoreEdit(episodes: episodes))
            let read = try StoreContent(store).episodes
            let expected = episodes.sorted { $0.id < $1.id }
            #expect(read == expected)
            #expect(read.map(\.bytes) == expected.map(\.bytes))
        }
    }

    @Test func `An edit counts what it created, updated and deleted`() throws {
        let first = try store.apply(
            StoreEdit(episodes: [Episode(id: 1, name: "A"), Episode(id: 2, name: "B")]))
        #expect(first == receipt(1, created: 2))
        let second = try store.apply(
            StoreEdit(
                episodes: [
                    Episode(id: 2, name: "B"), Episode(id: 1, name: "C"), Episode(id: 3, name: "D"),
                ], deletedIDs: [2, 99]))
        #expect(second == receipt(2, created: 1, updated: 1, deleted: 1))
        #expect(try StoreContent(store).episodes.map(\.name) == ["C", "D"])
        #expect(try store.episodeCount() == 2)
    }

    @Test func `The same edit again keeps the revision`() throws {
        let edit = StoreEdit(
            episodes: [.full(id: 5), Episode(id: 6, name: "B")],
            domains: [Domain(id: 1, name: "iOS")], deletedIDs: [7])
        #expect(try store.apply(edit) == receipt(1, created: 2, domains: true))
        #expect(try store.apply(edit) == receipt(1))
        #expect(try store.apply(StoreEdit()) == receipt(1))
        #expect(try store.apply(StoreEdit(deletedIDs: [99])) == receipt(1))
        #expect(try store.revision() == 1)
    }

    @Test func `A text that only looks the same is another text`() throws {
        _ = try store.apply(StoreEdit(episodes: [Episode(id: 1, name: "e\u{301}")]))
        let change = try store.apply(StoreEdit(episodes: [Episode(id: 1, name: "\u{E9}")]))
        #expect(change == receipt(2, updated: 1))
        #expect(try StoreContent(store).episodes.first?.name.utf8.count == 2)
    }

    @Test func `Of an id given twice the last row holds`() throws {
        let edit = StoreEdit(
            episodes: [
                Episode(id: 1, name: "A"), Episode(id: 2, name: "B"), Episode(id: 1, name: "C"),
            ])
        #expect(try store.apply(edit) == receipt(1, created: 2))
        #expect(try StoreContent(store).episodes.map(\.name) == ["C", "B"])
    }

    @Test func `A row that is given and deleted in one edit is deleted`() throws {
        let edit = StoreEdit(episodes: [Episode(id: 1, name: "A")], deletedIDs: [1])
        #expect(try store.apply(edit) == receipt(0))
        _ = try store.apply(StoreEdit(episodes: [Episode(id: 1, name: "A")]))
        #expect(try store.apply(edit) == receipt(2, deleted: 1))
    }

    @Test func `An edit with a bad row changes nothing`() throws {
        var bad = Episode(id: 2, name: "B")
        bad.popularity = .nan
        let error = #expect(throws: StoreError.self) {
            try store.apply(StoreEdit(episodes: [Episode(id: 1, name: "A"), bad]))
        }
        #expect(error?.code == .invalidRow)
        #expect(error?.message.contains("popularity") == true)
        #expect(try store.revision() == 0)
        #expect(try StoreContent(store).episodes.isEmpty)
        #expect(try store.apply(StoreEdit(episodes: [Episode(id: 1, name: "A")])).revision == 1)
    }

    @Test func `A row that no server could answer is refused`() throws {
        var large = Episode(id: 1, name: "A")
        large.description = String(repeating: "x", count: CatalogLimits.textByteCountMaximum)
        large.descriptionHTML = large.description
        let error = #expect(throws: StoreError.self) {
            try store.apply(StoreEdit(episodes: [large]))
        }
        #expect(error?.code == .invalidRow)
    }

    @Test func `Zero and minus zero are the same popularity`() throws {
        var episode = Episode(id: 1, name: "A")
        episode.popularity = -0.0
        _ = try store.apply(StoreEdit(episodes: [episode]))
        #expect(try StoreContent(store).episodes.first?.popularity == 0)
        episode.popularity = 0
        #expect(try store.apply(StoreEdit(episodes: [episode])).updated == 0)
    }

    @Test func `Domains are added and replaced, and their whole may not grow without end`() throws {
        var domain = Domain(id: 3, name: "Unity")
        domain.slug = "unity"
        domain.ordinal = 4
        domain.level = "beta"
        _ = try store.apply(StoreEdit(domains: [Domain(id: .max, name: "Last"), domain]))
        domain.description = "Games"
        _ = try store.apply(StoreEdit(domains: [domain]))
        #expect(try StoreContent(store).domains == [domain, Domain(id: .max, name: "Last")])
        domain.description = String(repeating: "x", count: 1_048_576)
        let error = #expect(throws: StoreError.self) {
            try store.apply(StoreEdit(domains: [domain]))
        }
        #expect(error?.code == .tooLarge)
        #expect(try store.revision() == 2)
    }
}

func receipt(
    _ revision: UInt64, created: Int = 0, updated: Int = 0, deleted: Int = 0, domains: Bool = false
) -> StoreReceipt {
    StoreReceipt(
        revision: revision, created: created, updated: updated, deleted: deleted,
        haveDomainsChanged: domains)
}
