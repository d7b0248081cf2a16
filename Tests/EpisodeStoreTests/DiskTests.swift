import EpisodeModel
import EpisodeStore
import Foundation
import TestSupport
import Testing

/// Purpose: when the disk or its rights fail, the answer is a clear error, nothing is lost, and
/// readers go on where they can.
@Suite(.timeLimit(.minutes(5)))
struct DiskTests {
    private let workspace: Workspace

    init() throws { workspace = try Workspace() }

    private static func large(_ id: UInt64) -> Episode {
        var episode = Episode(id: id, name: "Row \(id)")
        episode.description = String(repeating: "0123456789", count: 5_000)
        return episode
    }

    @Test(.enabled(if: Mount.isPossible))
    func `A full disk refuses edits, keeps what was acknowledged and recovers`() throws {
        let mount = try Mount(
            ["-t", "tmpfs", "-o", "size=4m", "tmpfs"], at: workspace.path("disk"))
        let path = mount.path + "/catalog.db"
        let store = try SQLiteStore.open(path: path, create: true)
        var count: UInt64 = 0
        let edit = #expect(throws: StoreError.self) {
            while count < 1_000 {
                _ = try store.apply(StoreEdit(episodes: [Self.large(count + 1)]))
                count += 1
            }
        }
        #expect(edit?.code == .full)
        #expect(edit?.message.contains("the disk is full") == true)
        #expect(count > 10)
        try expect(store, holds: count)
        // A bulk edit ends with it.
        let bulk = try store.begin(.replace)
        let adding = #expect(throws: StoreError.self) {
            for id in 5_000..<UInt64(6_000) { try bulk.add(Self.large(id)) }
            _ = try bulk.commit()
        }
        #expect(adding?.code == .full)
        #expect(throws: StoreError.self) { try bulk.commit() }
        try expect(store, holds: count)
        // Another opening finds the same, and so does one after the disk has grown.
        try expect(SQLiteStore.open(path: path), holds: count)
        try Mount.run(["mount", "-o", "remount,size=64m", mount.path])
        #expect(try store.apply(StoreEdit(episodes: [Self.large(count + 1)])).revision == count + 1)
        try expect(store, holds: count + 1)
        #expect(try store.integrityCheck() == [])
    }

    private func expect(_ store: SQLiteStore, holds count: UInt64) throws {
        let content = try StoreContent(store)
        #expect(content.revision == count)
        #expect(content.episodes == (1..<(count + 1)).map(Self.large))
    }

    @Test(.enabled(if: Mount.isPossible))
    func `No store can be made on a full disk, and none is left half made`() throws {
        let mount = try Mount(
            ["-t", "tmpfs", "-o", "size=16k", "tmpfs"], at: workspace.path("disk"))
        let error = #expect(throws: StoreError.self) {
            try SQLiteStore.open(path: mount.path + "/catalog.db", create: true)
        }
        #expect(error?.code == .full)
        #expect(try FileManager.default.contentsOfDirectory(atPath: mount.path) == [])
    }

    @Test(.enabled(if: Mount.isPossible))
    func `A store on a read-only disk is read, and edits are refused in clear words`() throws {
        _ = try workspace.store("source/catalog.db").apply(
            StoreEdit(episodes: [Self.large(1), Self.large(2)]))
        let source = workspace.path("source")
        let mount = try Mount(["--bind", source], at: workspace.path("disk"))
        try Mount.run(["mount", "-o", "remount,bind,ro", mount.path])
        let path = mount.path + "/catalog.db"
        let error = #expect(throws: StoreError.self) { try SQLiteStore.open(path: path) }
        #expect(error?.code == .readOnly)
        #expect(error?.message.contains(path) == true)
        let store = try SQLiteStore.open(path: path, readOnly: true)
        #expect(try StoreContent(store).episodes.map(\.id) == [1, 2])
        let making = #expect(throws: StoreError.self) {
            try SQLiteStore.open(path: mount.path + "/new.db", create: true)
        }
        #expect(making?.code == .readOnly)
        // What is written elsewhere meanwhile is seen, or said.
        _ = try workspace.store("source/catalog.db").apply(StoreEdit(deletedIDs: [1]))
        #expect(try StoreContent(store).episodes.map(\.id) == [2])
    }

    @Test func `A directory that may not be written can be read`() throws {
        let directory = workspace.path("closed")
        let path = directory + "/catalog.db"
        do {
            let store = try SQLiteStore.open(path: path, create: true)
            _ = try store.apply(StoreEdit(episodes: [Self.large(1), Self.large(2)]))
        }
        try FileManager.default.setAttributes([.posixPermissions: 0o555], ofItemAtPath: directory)
        defer {
            try? FileManager.default.setAttributes(
                [.posixPermissions: 0o755], ofItemAtPath: directory)
        }
        // Root may write everywhere, so the reader becomes somebody else.
        let reader =
            getuid() == 0 ? try Helper("read", path, "65534") : try Helper("read", path)
        #expect(reader.lines() == ["revision 1, 2 episodes"])
        #expect(reader.wait() == 0)
    }

    @Test func `A log that may not be read to its end is an error and no old state`() throws {
        let directory = workspace.path("closed")
        try FileManager.default.createDirectory(
            atPath: directory, withIntermediateDirectories: true)
        let path = directory + "/catalog.db"
        let writer = try Helper("edit", path)
        while let line = writer.line(), line != "9" {}
        writer.kill()
        try FileManager.default.removeItem(atPath: path + "-shm")
        try FileManager.default.setAttributes([.posixPermissions: 0o555], ofItemAtPath: directory)
        defer {
            try? FileManager.default.setAttributes(
                [.posixPermissions: 0o755], ofItemAtPath: directory)
        }
        let reader =
            getuid() == 0 ? try Helper("read", path, "65534") : try Helper("read", path)
        let lines = reader.lines()
        let revision = lines.first?.split(separator: " ").dropFirst().first
            .flatMap { UInt64($0.dropLast()) }
        let isError = lines.first?.hasPrefix("error \(path): has edits in its log") == true
        #expect(isError || (revision ?? 0) >= 9, "\(lines)")
    }

    @Test func `A store that another process locks is read and not written`() throws {
        var options = StoreOptions()
        options.busyTimeoutMilliseconds = 100
        let store = try workspace.store(options: options)
        _ = try store.apply(StoreEdit(episodes: [Self.large(1)]))
        let holder = try Helper("hold", workspace.path())
        #expect(holder.line() == "held")
        let error = #expect(throws: StoreError.self) {
            try store.apply(StoreEdit(deletedIDs: [1]))
        }
        #expect(error?.code == .locked)
        #expect(error?.message.contains("100 ms") == true)
        #expect(throws: StoreError.self) { try store.begin(.replace) }
        #expect(try StoreContent(store).episodes.map(\.id) == [1])
        #expect(try SQLiteStore.open(path: workspace.path()).episodeCount() == 1)
        holder.kill()
        #expect(try store.apply(StoreEdit(deletedIDs: [1])).revision == 2)
    }
}
