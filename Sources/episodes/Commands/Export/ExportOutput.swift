import CatalogFormats
import CommandLineKit
import EpisodeModel
import SocketTransport

/// Where an export goes, piece by piece, and how far it is.
final class ExportOutput {
    private let settings: Settings
    /// Nil = standard output.
    private let file: OutputFile?
    private var writer: CatalogWriter
    private var progress: ProgressLine
    private var byteCount: Int64 = 0
    private let domainCount: Int
    private(set) var rowCount = 0

    /// Bytes that are gathered before they are written.
    private static let pieceByteCount = 262_144

    /// - Parameter expectedCount: how many episodes will come; nil when nobody knows.
    init(
        _ plan: ExportPlan, _ settings: Settings, domains: [Domain], expectedCount: Int?
    ) throws(Failure) {
        self.settings = settings
        domainCount = domains.count
        do throws(TransportError) {
            if let path = plan.path { file = try OutputFile(path: path) } else { file = nil }
        } catch {
            throw Failure(error)
        }
        writer = CatalogWriter(plan.format, domains: domains)
        progress = ProgressLine(settings, total: expectedCount.map { Int64($0) })
    }

    func write(_ episode: Episode) throws(Failure) {
        writer.write(episode)
        rowCount += 1
        if writer.bytes.count >= Self.pieceByteCount { try flush() }
    }

    /// Writes what is left and makes the file appear.
    func finish() throws(Failure) {
        writer.finish()
        try flush()
        do throws(TransportError) {
            try file?.commit()
        } catch {
            throw Failure(error)
        }
        progress.clear()
        let domains = "\(domainCount) domain\(domainCount == 1 ? "" : "s")"
        settings.remark(
            "exported \(rowCount) episode\(rowCount == 1 ? "" : "s") and \(domains), "
                + "\(byteCount) bytes, \(progress.rate(Int64(rowCount)))")
    }

    private func flush() throws(Failure) {
        do throws(TransportError) {
            if let file {
                try file.write(writer.bytes)
            } else {
                try StandardStreams.write(writer.bytes, to: .output)
            }
        } catch {
            progress.clear()
            // Who closes the pipe of standard output has enough; a file is wanted whole.
            throw file == nil && error.hasNoReader ? .outputHasNoReader : Failure(error)
        }
        byteCount += Int64(writer.bytes.count)
        writer.removeBytes()
        progress.show(done: Int64(rowCount), rows: rowCount)
    }
}
