import CommandLineKit
import SocketTransport

/// What a server serves.
enum CatalogLocation: Sendable {
    /// A file that is read into memory; `-` is standard input.
    case file(path: String)
    case store(path: String)

    /// Variables that the place of a store may depend on.
    static let variables = ["XDG_STATE_HOME", "HOME"]

    init(_ command: ParsedCommand) throws(UsageError) {
        let catalog = command.string("catalog")
        let store = command.string("store")
        if let catalog {
            guard store == nil else {
                throw UsageError(
                    "--catalog serves a file from memory and --store a store on disk; give one of "
                        + "them ('episodes import' brings a file into a store)")
            }
            guard !catalog.isEmpty else {
                throw command.invalid("catalog", "is empty; give the path of a file")
            }
            self = .file(path: catalog)
            return
        }
        self = .store(path: try Self.storePath(command))
    }

    /// The store that a command names, or the one that every command means without a name.
    static func storePath(_ command: ParsedCommand) throws(UsageError) -> String {
        guard let path = command.string("store") else { return try defaultStorePath() }
        guard !path.isEmpty else {
            throw command.invalid("store", "is empty; give the path of a file")
        }
        return path
    }

    /// Where the XDG Base Directory Specification puts what a program keeps.
    private static func defaultStorePath() throws(UsageError) -> String {
        let environment = ProcessArguments.environment(variables)
        // The specification has relative paths ignored.
        if let state = environment["XDG_STATE_HOME"], state.hasPrefix("/") {
            return state + "/episodes/catalog.db"
        }
        guard let home = environment["HOME"], home.hasPrefix("/") else {
            throw UsageError(
                "there is no HOME to keep a store in; say where with --store FILE, or serve a file "
                    + "with --catalog FILE")
        }
        return home + "/.local/state/episodes/catalog.db"
    }
}
