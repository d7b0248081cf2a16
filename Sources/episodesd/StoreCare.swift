import CommandLineKit
import EpisodeStore
import SocketTransport

/// Commands about a store that may be served meanwhile: copy it, put a copy back, check it.
enum StoreCare {
    static func backup(_ command: ParsedCommand) throws(StartFailure) {
        let (store, path) = try open(command)
        let target = command.positionals[0]
        do throws(StoreError) {
            try store.backup(to: target)
            let copy = try SQLiteStore.open(path: target, readOnly: true)
            say("\(target): \(try state(of: copy)), copied from \(path)")
        } catch {
            throw StartFailure(error)
        }
    }

    static func restore(_ command: ParsedCommand) throws(StartFailure) {
        let path = try path(of: command)
        do throws(StoreError) {
            let restored = try SQLiteStore.restore(command.positionals[0], to: path)
            say("\(path): \(try state(of: restored)), restored from \(command.positionals[0])")
        } catch {
            throw StartFailure(error)
        }
    }

    static func check(_ command: ParsedCommand) throws(StartFailure) {
        let (store, path) = try open(command)
        let problems: [String]
        do throws(StoreError) {
            problems = try store.integrityCheck()
            if problems.isEmpty { say("\(path): \(try state(of: store)), no damage") }
        } catch {
            throw StartFailure(error)
        }
        guard !problems.isEmpty else { return }
        for problem in problems { Log.line("\(path): \(problem)") }
        throw StartFailure(
            message: "\(path): the store is damaged; keep a copy of it and restore a backup "
                + "(episodesd restore), or export what can be read ('episodes export --store')",
            exitCode: .badData)
    }

    private static func open(
        _ command: ParsedCommand
    ) throws(StartFailure) -> (store: SQLiteStore, path: String) {
        let path = try path(of: command)
        do throws(StoreError) {
            return (try SQLiteStore.open(path: path, readOnly: true), path)
        } catch {
            throw StartFailure(error)
        }
    }

    private static func path(of command: ParsedCommand) throws(StartFailure) -> String {
        do throws(UsageError) {
            return try CatalogLocation.storePath(command)
        } catch {
            throw StartFailure(message: error.message, exitCode: .usage)
        }
    }

    private static func state(of store: SQLiteStore) throws(StoreError) -> String {
        let count = try store.episodeCount()
        return "\(count) episode\(count == 1 ? "" : "s") at revision \(try store.revision())"
    }

    private static func say(_ text: String) {
        try? StandardStreams.write(text + "\n", to: .output)
    }
}
