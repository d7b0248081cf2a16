import EpisodeModel
import EpisodeStore
import Foundation
import Testing

/// Purpose: files of every schema version are upgraded without loss or refused without a scratch.
/// Method: the files are made and looked at by `sqlite3`.
@Suite(.enabled(if: SQL.isAvailable), .timeLimit(.minutes(2)))
struct SchemaTests {
    private let workspace: Workspace
    private var path: String { workspace.path() }

    init() throws { workspace = try Workspace() }

    private func open(readOnly: Bool = false) throws -> SQLiteStore {
        try SQLiteStore.open(path: path, create: true, readOnly: readOnly)
    }

    private static func whole() -> Episode {
        var episode = Episode(id: 8, name: "Whole")
        episode.description = "Text"
        episode.descriptionHTML = "<p>Text</p>"
        episode.parentName = "Course"
        episode.domains = [1, 8]
        episode.difficulty = .advanced
        episode.contentType = "episode"
        episode.subscriptionType = "free"
        episode.releasedAt = Timestamp(microsecondsSinceEpoch: -1)
        episode.popularity = 0.1
        episode.durationSeconds = 61
        episode.videoIdentifier = .max - 1
        episode.features = ["a\"b", "c"]
        episode.uri = "rw://8"
        episode.artworkURL = "https://example.org/8.png"
        episode.technology = "Swift"
        episode.contributors = "A"
        episode.ordinal = 3
        episode.streamURL = "https://example.org/8.m3u8"
        return episode
    }

    @Test func `A store of schema 1 is upgraded with everything it held`() throws {
        try SchemaOne.make(path)
        let store = try open()
        let content = try StoreContent(store)
        var plain = Episode(id: 7, name: "Plain")
        plain.difficulty = .beginner
        #expect(content.episodes == [plain, Self.whole(), Episode(id: .max, name: "Largest")])
        #expect(content.domains.map(\.name) == ["iOS", "Server"])
        #expect(content.revision == 7)
        #expect(store.identity.epoch == 2)
        #expect(store.identity.lineage == "0b0e5f6c-1d9e-4c5e-8a52-7f7f0a7b3c11")
        guard case .changes(let changes) = try store.changes(after: 5, episodeCountMaximum: 9)
        else { throw Gone() }
        #expect(changes.deletedIDs == [9])
        #expect(changes.episodes.map(\.id).sorted() == [7, 8])
        #expect(try store.apply(StoreEdit(episodes: content.episodes)) == receipt(7))
        #expect(try store.integrityCheck() == [])
    }

    @Test func `A copy of the old schema stays beside an upgraded store`() throws {
        try SchemaOne.make(path)
        _ = try open()
        _ = try open()
        let copy = path + ".schema-1"
        #expect(
            try SQL.run("PRAGMA user_version; SELECT count(*) FROM episodes", on: copy) == "1\n3")
        #expect(try SQL.run("PRAGMA user_version", on: path) == "2")
    }

    @Test func `An upgraded store and a new one have the same schema`() throws {
        try SchemaOne.make(path)
        _ = try open()
        _ = try workspace.store("new.db")
        let columns = """
            SELECT m.type, m.name, c.name, c.type, c."notnull" FROM sqlite_schema AS m
            LEFT JOIN pragma_table_info(m.name) AS c ORDER BY m.name, c.cid
            """
        let new = try SQL.run(columns, on: workspace.path("new.db"))
        #expect(try SQL.run(columns, on: path) == new)
        #expect(new.contains("episodes_revision"))
    }

    @Test func `A store of an older schema is not upgraded by reading it`() throws {
        try SchemaOne.make(path)
        let error = #expect(throws: StoreError.self) { try open(readOnly: true) }
        #expect(error?.code == .olderSchema)
        #expect(error?.message.contains("schema version 1") == true)
        #expect(try SQL.run("PRAGMA user_version", on: path) == "1")
    }

    @Test(arguments: [3, Int(Int32.max)])
    func `A newer schema is refused and both versions are named`(version: Int) throws {
        _ = try open()
        try SQL.run("PRAGMA user_version = \(version)", on: path)
        let before = try Data(contentsOf: URL(fileURLWithPath: path))
        for readOnly in [false, true] {
            let error = #expect(throws: StoreError.self) { try open(readOnly: readOnly) }
            #expect(error?.code == .newerSchema)
            #expect(error?.problem.contains("\(version)") == true)
            #expect(error?.problem.contains("2") == true)
        }
        #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == before)
    }

    @Test(arguments: [0, -1])
    func `A schema version that no release wrote is refused`(version: Int) throws {
        _ = try open()
        try SQL.run("PRAGMA user_version = \(version)", on: path)
        let error = #expect(throws: StoreError.self) { try open() }
        #expect(error?.code == .notAStore)
    }

    @Test func `An open store notices that another program upgraded it`() throws {
        let store = try open()
        try SQL.run("PRAGMA user_version = 3", on: path)
        let reading = #expect(throws: StoreError.self) { try store.revision() }
        #expect(reading?.code == .newerSchema)
        let writing = #expect(throws: StoreError.self) {
            try store.apply(StoreEdit(episodes: [Episode(id: 1, name: "A")]))
        }
        #expect(writing?.code == .newerSchema)
    }

    @Test func `People can query the tables`() throws {
        let store = try open()
        var domain = Domain(id: 8, name: "Server")
        domain.slug = "server"
        var large = Self.whole()
        large.id = .max
        _ = try store.apply(
            StoreEdit(
                episodes: [Self.whole(), large], domains: [domain, Domain(id: 1, name: "iOS")]))
        #expect(
            try SQL.run(
                "SELECT id, name, released_at, difficulty FROM episodes ORDER BY name, id", on: path
            )
                == "-1|Whole|-1|advanced\n8|Whole|-1|advanced")
        #expect(
            try SQL.run(
                """
                SELECT id, released_at, domains, video_identifier FROM episodes_for_people
                ORDER BY id
                """, on: path)
                    == """
                    18446744073709551615|1969-12-31T23:59:59Z|iOS, Server|18446744073709551614
                    8|1969-12-31T23:59:59Z|iOS, Server|18446744073709551614
                    """)
        #expect(
            try SQL.run(
                "SELECT feature FROM episode_features WHERE episode_id = 8", on: path)
                == "a\"b\nc")
        #expect(
            try SQL.run(
                "SELECT count(*) FROM episode_domains JOIN domains ON domain_id = domains.id",
                on: path) == "4")
        #expect(try SQL.run("PRAGMA integrity_check", on: path) == "ok")
        #expect(try SQL.run("SELECT revision, episode_count FROM catalog", on: path) == "1|2")
    }
}
