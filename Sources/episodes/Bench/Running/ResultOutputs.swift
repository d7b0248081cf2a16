import CommandLineKit
import LatencyHistogram
import LoadGenerator
import LoadReport
import SocketTransport

/// The files of a result. They are opened before the run, so that a wrong path costs nobody a
/// measurement.
struct ResultOutputs {
    private var save: OutputFile?
    private var log: OutputFile?
    private var percentiles: OutputFile?
    private var series: OutputFile?
    private var html: OutputFile?
    private var hasLogHead = false

    init(_ files: ResultFiles) throws(Failure) {
        save = try Self.open(files.save)
        log = try Self.open(files.histogramLog)
        percentiles = try Self.open(files.percentiles)
        series = try Self.open(files.series)
        html = try Self.open(files.html)
    }

    static func open(_ path: String?) throws(Failure) -> OutputFile? {
        guard let path else { return nil }
        do throws(TransportError) { return try OutputFile(path: path) } catch {
            throw Failure(error)
        }
    }

    /// A line of the histogram log.
    mutating func add(_ interval: IntervalRecord) throws(Failure) {
        guard let log else { return }
        if !hasLogHead {
            hasLogHead = true
            let start =
                Double(WallClock.microsecondsSinceEpoch) / 1e6 - interval.startSeconds
                - interval.lengthSeconds
            try Self.write(
                HistogramLogLine.head(
                    startSecondsSinceEpoch: start,
                    comment: "Response times of calls that ended with OK, in nanoseconds"),
                to: log)
        }
        let line = HistogramLogLine(
            startSeconds: interval.startSeconds, lengthSeconds: interval.lengthSeconds,
            histogram: interval.response)
        if let text = line.text() { try Self.write(text, to: log) }
    }

    /// Writes everything else and gives all files their names.
    func finish(_ document: RunDocument) throws(Failure) {
        guard let run = document.merged else { return }
        if let save { try Self.write(document.json(), to: save) }
        if let percentiles {
            let histogram = run.result.tally(.ok)?.response ?? HDRHistogram()
            try Self.write(HGRMText.text(histogram), to: percentiles)
        }
        if let series { try Self.write(SeriesCSV.text(run.result.series), to: series) }
        if let html { try Self.write(HTMLReport.text(document), to: html) }
        for file in [save, log, percentiles, series, html] {
            if let file { try Self.commit(file) }
        }
    }

    static func commit(_ file: OutputFile) throws(Failure) {
        do throws(TransportError) { try file.commit() } catch { throw Failure(error) }
    }

    static func write(_ text: String, to file: OutputFile) throws(Failure) {
        do throws(TransportError) { try file.write(Array(text.utf8)) } catch {
            throw Failure(error)
        }
    }
}
