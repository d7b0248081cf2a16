import CatalogFormats
import CommandLineKit

/// What `import` has to do.
struct ImportPlan: Sendable {
    enum Target: Hashable, Sendable {
        case store(path: String)
        case server
    }

    let path: String
    /// Nil = found out.
    let format: CatalogFormat?
    let target: Target
    /// Whether what the file does not have is deleted.
    let replaces: Bool
    let isCheck: Bool
    /// Bad rows at which reading stops.
    let badRowCountMaximum: Int
    let skipsBadRows: Bool
    let allowsEmpty: Bool

    init(_ command: ParsedCommand) throws(UsageError) {
        path = command.positionals.first ?? ""
        format = command.string("format").flatMap(CatalogFormat.init)
        if let store = command.string("store") {
            guard !store.isEmpty else { throw command.invalid("store", "is empty; name a file") }
            target = .store(path: store)
        } else {
            target = .server
        }
        replaces = command.flag("replace")
        isCheck = command.flag("check")
        let maximum = try command.integer("max-errors", in: 0...1_000_000_000) ?? 0
        badRowCountMaximum = maximum == 0 ? .max : maximum
        skipsBadRows = command.flag("skip-bad-rows")
        allowsEmpty = command.flag("allow-empty")
        guard !replaces || !command.flag("upsert") else {
            throw UsageError("--replace and --upsert exclude each other; give one of them")
        }
        guard !replaces || target != .server else {
            throw UsageError(
                "--replace: the whole catalogue is swapped in one transaction, which a server does "
                    + "not take over its port; name its store with --store PATH (it may be served "
                    + "meanwhile), or add and update with --upsert")
        }
    }

    var reader: CatalogReader {
        // Bad rows are all told, and what to do about them is decided at the end.
        var reader = CatalogReader(skipsBadRows: true, allowsEmpty: allowsEmpty, format: format)
        reader.skippedCountMaximum = badRowCountMaximum
        reader.returnsWithoutGoodRow = true
        return reader
    }
}
