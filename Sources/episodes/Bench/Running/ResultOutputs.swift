import CommandLineKit
import LatencyHistogram
import LoadGenerator
import LoadReport
import SocketTransport

/// When the intervals of several runs began, from the beginning of the first.
struct LogClock {
    /// Of the first run, in seconds since 1970.
    private(set) var start: Double?
    private var offset = 0.0
    private var end = 0.0
    private var isNewRun = true

    mutating func beginRun() { isNewRun = true }

    /// - Parameter now: the end of the interval, in seconds since 1970.
    mutating func startSeconds(of interval: IntervalRecord, now: Double) -> Double {
        if isNewRun {
            isNewRun = false
            let runStart = now - interval.startSeconds - interval.lengthSeconds
            if start == nil { start = runStart }
            // A clock that was set back must not make two lines of one time.
            offset = max(runStart - (start ?? runStart), end)
        }
        end = offset + interval.startSeconds + interval.lengthSeconds
        return offset + interval.startSeconds
    }
}

/// The files of a result. They are opened before the run, so that a wrong path costs nobody a
/// measurement.
struct ResultOutputs {
    private var save: OutputFile?
    private var log: OutputFile?
    private var percentiles: OutputFile?
    private var series: OutputFile?
    private var html: OutputFile?
    private var clock = LogClock()

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

    /// Another repeat begins, whose intervals count from 0 again.
    mutating func beginRun() { clock.beginRun() }

    /// A line of the histogram log.
    mutating func add(_ interval: IntervalRecord) throws(Failure) {
        guard let log else { return }
        let isFirst = clock.start == nil
        let startSeconds = clock.startSeconds(
            of: interval, now: Double(WallClock.microsecondsSinceEpoch) / 1e6)
        if isFirst, let start = clock.start {
            try Self.write(
                HistogramLogLine.head(
                    startSecondsSinceEpoch: start,
                    comment: "Response times of calls that ended with OK, in nanoseconds"),
                to: log)
        }
        let line = HistogramLogLine(
            startSeconds: startSeconds, lengthSeconds: interval.lengthSeconds,
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
