import CatalogFormats
import CommandLineKit
import EpisodeModel
import SocketTransport

/// Takes what the reader finds: good rows to the target, bad ones to standard error.
final class ImportFeed: CatalogConsumer {
    private let plan: ImportPlan
    private let settings: Settings
    private let target: any ImportTarget
    /// Whether bad rows are told; not when an earlier reading of the file has told them.
    private let tellsBadRows: Bool
    private var progress: ProgressLine
    private var domainIDs: Set<UInt32> = []
    private(set) var register = RowRegister()
    private(set) var report = ImportReport()
    /// Rows with a stream URL.
    private(set) var streamURLCount = 0
    /// Why the target takes nothing more.
    private(set) var failure: Failure?

    init(
        _ plan: ImportPlan, _ settings: Settings, byteCount: Int64?, target: any ImportTarget,
        tellsBadRows: Bool
    ) {
        self.tellsBadRows = tellsBadRows
        self.plan = plan
        self.settings = settings
        self.target = target
        progress = ProgressLine(settings, total: byteCount)
    }

    /// Whether nothing will be changed because of the bad rows so far.
    private var isInVain: Bool { report.badRows > 0 && !plan.skipsBadRows }

    var hasGivenUp: Bool { failure != nil }

    func receive(_ episode: Episode, at position: RowPosition) throws(EpisodeError) {
        switch register.note(episode.id, RowFingerprint(episode), line: position.line) {
        case .repeated:
            report.repeated += 1
            return
        case .differs(let line):
            throw .invalid(
                "id", "\(episode.id) was used by another row at line \(line)",
                "give each row an id of its own or remove one of the two")
        case .new: break
        }
        if !isInVain { try give { target throws(ImportProblem) in try target.add(episode) } }
        if !episode.streamURL.isEmpty { streamURLCount += 1 }
        report.rows += 1
    }

    func receive(_ domain: Domain) throws(EpisodeError) {
        if !isInVain { try give { target throws(ImportProblem) in try target.add(domain) } }
        domainIDs.insert(domain.id)
        report.domains = domainIDs.count
    }

    private func give(
        _ body: (any ImportTarget) throws(ImportProblem) -> Void
    ) throws(EpisodeError) {
        do throws(ImportProblem) {
            try body(target)
        } catch {
            switch error {
            case .row(let fault): throw fault
            case .failure(let reason):
                failure = reason
                throw .invalid("", reason.message, "")
            }
        }
    }

    func skip(_ fault: CatalogFault) {
        guard !hasGivenUp else { return }
        report.badRows += 1
        guard tellsBadRows else { return }
        progress.clear()
        try? StandardStreams.write(
            FaultOutput.line(fault, isJSON: settings.format.isJSON), to: .error)
    }

    func advance(toByte readByteCount: Int64) {
        progress.show(done: readByteCount, rows: report.rows)
    }

    /// Takes the progress away.
    func end() { progress.clear() }
}

/// A bad row as a line on standard error.
enum FaultOutput {
    static func line(_ fault: CatalogFault, isJSON: Bool) -> String {
        guard isJSON else { return "episodes: \(TextEscaping.escaped(fault.description))\n" }
        var writer = JSONWriter()
        writer.object { writer in
            writer.key("bad_row")
            writer.object { writer in
                writer.key("file")
                writer.string(fault.file)
                if let position = fault.position {
                    writer.key("line")
                    writer.integer(position.line)
                    writer.key("row")
                    writer.integer(position.row)
                }
                writer.key("field")
                writer.string(fault.field)
                writer.key("problem")
                writer.string(fault.problem)
                writer.key("remedy")
                writer.string(fault.remedy)
            }
        }
        return writer.text + "\n"
    }
}
