import CatalogFormats
import CommandLineKit
import EpisodeModel
import EpisodeService
import SocketTransport

/// Feeds the rows of a file into a snapshot.
private final class SnapshotFeed: CatalogConsumer {
    let builder: SnapshotBuilder

    init(_ builder: SnapshotBuilder) { self.builder = builder }

    func receive(_ episode: Episode, at position: RowPosition) throws(EpisodeError) {
        try builder.add(episode, at: "line \(position.line) (row \(position.row))")
    }

    func receive(_ domain: Domain) throws(EpisodeError) { try builder.add(domain) }
}

enum CatalogLoading {
    static func tell(_ progress: BuildProgress) {
        Log.line(
            "\(progress.phase.rawValue): \(progress.rowCount) episodes, "
                + "\(progress.rowsPerSecond) a second")
    }

    /// Reads a catalogue file into a snapshot; says on standard error what it left out.
    ///
    /// - Parameters:
    ///   - served: what is served until then; nil when nothing is.
    ///   - publishEarly: called before the index is built when few rows differ from `served`, with
    ///     the new catalogue as changes to it.
    static func load(
        _ path: String, _ options: ServeOptions, revision: UInt64,
        replacing served: CatalogSnapshot? = nil,
        publishEarly: (CatalogSnapshot) -> Void = { _ in }
    ) throws(StartFailure) -> CatalogSnapshot {
        let feed = SnapshotFeed(
            served.map { SnapshotBuilder(comparingWith: $0, onProgress: tell) }
                ?? SnapshotBuilder(onProgress: tell))
        let summary: ReadSummary
        do throws(CatalogFault) {
            let reader = CatalogReader(
                skipsBadRows: options.skipsBadRows, allowsEmpty: options.allowsEmpty)
            summary = try reader.read(path: path, into: feed)
        } catch {
            throw StartFailure(message: error.description, exitCode: .badData)
        }
        if summary.skippedCount > 0 {
            for fault in summary.firstFaults { Log.line("skipped \(fault)") }
            let rest = summary.skippedCount - summary.firstFaults.count
            Log.line(
                "skipped \(summary.skippedCount) bad row\(summary.skippedCount == 1 ? "" : "s")"
                    + (rest > 0 ? "; the \(rest) that are not shown are of the same file" : ""))
        }
        let loadedAt = Timestamp(microsecondsSinceEpoch: WallClock.microsecondsSinceEpoch)
        let source = path == "-" ? "standard input" : path
        if let changed = feed.builder.changedSnapshot(
            revision: revision, loadedAt: loadedAt, source: source)
        {
            publishEarly(changed)
        }
        return feed.builder.finish(revision: revision, loadedAt: loadedAt, source: source)
    }
}
