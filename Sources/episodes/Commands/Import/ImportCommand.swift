import CatalogFormats
import CommandLineKit
import Dispatch
import EpisodeClient
import EpisodeStore
import Synchronization

/// `import`: a file into a store or a server's catalogue.
struct ImportCommand: Sendable {
    let plan: ImportPlan
    let settings: Settings

    init(_ plan: ImportPlan, _ settings: Settings) {
        self.plan = plan
        self.settings = settings
    }

    func run() async throws(Failure) -> ExitCode {
        let source = try open()
        switch plan.target {
        case _ where plan.isCheck: try show(try check(source))
        case .store(let path): try show(try importInto(path, source))
        case .server:
            try prove(source)
            let session = try await Session(patientSettings)
            defer { try? session.finish() }
            try show(try await send(source, to: session))
        }
        return .ok
    }

    /// A batch of thousands of rows, written to a disk, may take longer than a question.
    private static let batchTimeoutMilliseconds: Int64 = 60_000

    private var patientSettings: Settings {
        var patient = settings
        if !settings.isTimeoutChosen { patient.timeoutMilliseconds = Self.batchTimeoutMilliseconds }
        return patient
    }

    private func open() throws(Failure) -> CatalogSource {
        do throws(CatalogFault) {
            return try CatalogSource(path: plan.path)
        } catch {
            throw Failure(error)
        }
    }

    private func show(_ report: ImportReport) throws(Failure) {
        try Session.write(report.output(isCheck: plan.isCheck).text(settings.format))
    }

    /// Reads the file into a target.
    ///
    /// - Throws: when the file is no catalogue, when a row is bad that may not be left out, and when
    ///   the target fails.
    private func read(
        _ source: CatalogSource, into target: any ImportTarget, isProven: Bool = false
    ) throws(Failure) -> ImportFeed {
        let feed = ImportFeed(
            plan, settings, byteCount: source.byteCount, target: target, tellsBadRows: !isProven)
        defer { feed.end() }
        let summary: ReadSummary
        do throws(CatalogFault) {
            summary = try plan.reader.read(source, into: feed)
        } catch {
            throw Failure(error)
        }
        if let failure = feed.failure { throw failure }
        let isBad = summary.skippedCount > 0 && (!plan.skipsBadRows || summary.rowCount == 0)
        guard summary.isCutShort || isBad else { return feed }
        feed.end()
        if plan.isCheck { try show(feed.report) }
        throw badRows(source.name, summary)
    }

    private func badRows(_ name: String, _ summary: ReadSummary) -> Failure {
        let count = summary.skippedCount
        var message = "\(name): \(count) bad row\(count == 1 ? "" : "s")"
        var hint = "correct them, or leave them out with --skip-bad-rows"
        if summary.isCutShort {
            message = "\(name): stopped at \(count) bad row\(count == 1 ? "" : "s")"
            hint = "--max-errors reads on"
        } else if summary.rowCount == 0 {
            message += " and no good one"
            hint = "check where it came from"
        }
        return Failure(
            .badData, status: "BAD_DATA",
            message: message + (plan.isCheck ? "" : "; nothing was changed"), hint: hint)
    }
}

extension ImportCommand {
    /// What would happen.
    private func check(_ source: CatalogSource) throws(Failure) -> ImportReport {
        let feed = try read(source, into: NoTarget())
        var report = feed.report
        if case .store(let path) = plan.target {
            report.changes = try StoreComparison.changes(
                path, feed.register, replaces: plan.replaces)
        }
        return report
    }

    /// Reads the file once without changing anything, so that a bad one changes nothing.
    private func prove(_ source: CatalogSource) throws(Failure) {
        do throws(CatalogFault) {
            try source.keepCopy()
        } catch {
            throw Failure(error)
        }
        let feed = try read(source, into: NoTarget())
        do throws(CatalogFault) {
            try source.rewind()
        } catch {
            throw Failure(error)
        }
        if feed.streamURLCount > 0, plan.target == .server {
            let count = feed.streamURLCount
            settings.remark(
                "episodes: \(count) row\(count == 1 ? " has" : "s have") a stream_url, which "
                    + "cannot be sent to a server; --store takes it along")
        }
    }

    private func importInto(
        _ path: String, _ source: CatalogSource
    ) throws(Failure) -> ImportReport {
        let (store, isProven) = try openStore(path, source)
        // Read to its end first: a pipe may be slow, and the store is locked from here on.
        do throws(CatalogFault) { try source.keepCopy() } catch { throw Failure(error) }
        let target = try StoreTarget(store, replaces: plan.replaces)
        do throws(Failure) {
            var report = try read(source, into: target, isProven: isProven).report
            try target.commit(&report)
            return report
        } catch {
            target.rollback()
            throw error
        }
    }

    /// The store, and whether the file was read already: none is made for a file that is bad.
    private func openStore(
        _ path: String, _ source: CatalogSource
    ) throws(Failure) -> (SQLiteStore, isProven: Bool) {
        do throws(StoreError) {
            return (try SQLiteStore.open(path: path), false)
        } catch {
            guard error.code == .notFound else { throw Failure(error) }
        }
        try prove(source)
        do throws(StoreError) {
            return (try SQLiteStore.open(path: path, create: true), true)
        } catch {
            throw Failure(error)
        }
    }

    /// Reads the file on a thread of its own, as sending waits for answers.
    private func send(
        _ source: sending CatalogSource, to session: Session
    ) async throws(Failure) -> ImportReport {
        let client = session.client
        let box = Mutex(source)
        let result = await withCheckedContinuation { continuation in
            DispatchQueue.global().async {
                let result = box.withLock { source in
                    Result<ImportReport, Failure> { () throws(Failure) in
                        try send(source, client)
                    }
                }
                continuation.resume(returning: result)
            }
        }
        return try result.get()
    }

    private func send(
        _ source: CatalogSource, _ client: EpisodeClient
    ) throws(Failure) -> ImportReport {
        let target = ServerTarget(client)
        var report = try read(source, into: target, isProven: true).report
        try target.finish()
        report.changes = target.changes
        report.revision = target.revision
        return report
    }
}
