import EpisodeStore
import Glibc
import TestSupport

enum StoreProcess {
    /// Written at once: the process may be killed after any of these.
    static func say(_ line: String) {
        let bytes = Array((line + "\n").utf8)
        _ = write(STDOUT_FILENO, bytes, bytes.count)
    }

    static func edit(_ path: String) throws -> Never {
        var options = StoreOptions()
        // Small, so that forgetting is part of the story.
        options.tombstoneCountMaximum = 60
        let store = try SQLiteStore.open(path: path, create: true, options: options)
        var revision = try store.revision()
        while true {
            let receipt = try perform(ScriptedEdit(number: revision + 1), on: store)
            guard receipt.revision == revision + 1 else { throw UnexpectedRevision() }
            revision = receipt.revision
            say("\(revision)")
        }
    }

    private struct UnexpectedRevision: Error {}

    private static func perform(
        _ edit: ScriptedEdit, on store: SQLiteStore
    ) throws(StoreError) -> StoreReceipt {
        if edit.kind == .small {
            return try store.apply(
                StoreEdit(episodes: edit.episodes, deletedIDs: edit.deletedIDs))
        }
        let bulk = try store.begin(edit.kind == .bulkReplace ? .replace : .upsert)
        for episode in edit.episodes { try bulk.add(episode) }
        return try bulk.commit()
    }

    static func hold(_ path: String) throws -> Never {
        let bulk = try SQLiteStore.open(path: path).begin(.upsert)
        say("held")
        while true { pause() }
        bulk.rollback()
    }

    static func upgrade(_ path: String) throws {
        say("start")
        _ = try SQLiteStore.open(path: path)
        say("upgraded")
    }

    static func read(_ path: String, user: String?) throws {
        if let user = user.flatMap(UInt32.init) {
            guard setgid(user) == 0, setuid(user) == 0 else { exit(77) }
        }
        let store = try SQLiteStore.open(path: path, readOnly: true)
        var count = 0
        let revision = try store.readAll { row in
            if case .episode = row { count += 1 }
        }
        say("revision \(revision), \(count) episodes")
    }
}
