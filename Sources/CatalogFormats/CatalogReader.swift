internal import EpisodeModel

/// Reads a catalogue file, whatever accepted form it has, and hands its rows on one at a time.
///
/// Unless a format is named, it is found by content and then by the file's name: a JSON:API document
/// (`data` and `included`), an array of flat rows, a flat document (`episodes` and `domains`), JSON
/// lines or CSV. Memory stays bounded by one row, however long the file is.
///
/// A reader that throws has handed on the rows before the fault: keep what a consumer gathered only
/// when `read` returns.
public struct CatalogReader: Sendable {
    /// Leave out bad rows and go on, instead of stopping at the first one. Broken JSON inside a
    /// document and a quote of CSV that nothing closes still stop: what follows cannot be told
    /// apart. A bad line of JSON lines is one bad row.
    public var skipsBadRows: Bool
    /// Accept input without a single row. Off, so that an empty file never empties a catalogue.
    public var allowsEmpty: Bool
    /// Return also when every row was bad, as who is told of each by the consumer knows already.
    public var returnsWithoutGoodRow = false
    /// Nil = found out.
    public var format: CatalogFormat?
    /// Bad rows after which reading stops; the summary then says that it was cut short.
    public var skippedCountMaximum = Int.max
    /// Bytes asked of the system at once.
    var chunkByteCount = 262_144

    public init(skipsBadRows: Bool, allowsEmpty: Bool = false, format: CatalogFormat? = nil) {
        self.skipsBadRows = skipsBadRows
        self.allowsEmpty = allowsEmpty
        self.format = format
    }

    /// Reads a file, or standard input when the path is `-`.
    ///
    /// Rows and domains arrive in the file's order. Repeated ids are the consumer's business; what
    /// it throws counts as a fault of that row.
    ///
    /// - Throws: the first fault that cannot be skipped, with its place in the file.
    /// - Complexity: O(bytes of the file).
    public func read(
        path: String, into consumer: any CatalogConsumer
    ) throws(CatalogFault) -> ReadSummary {
        try read(CatalogSource(path: path), into: consumer)
    }

    /// Reads an open file from where it stands.
    public func read(
        _ source: CatalogSource, into consumer: any CatalogConsumer
    ) throws(CatalogFault) -> ReadSummary {
        let ledger = ReadLedger(file: source.name, reader: self, consumer: consumer)
        let input = FileInput(source, chunkByteCount: chunkByteCount)
        do throws(CatalogFault) {
            let start = try FileStart(input, source, format: format)
            switch start.syntax {
            case .json:
                let scanner = CatalogScanner(ledger: ledger, format: format)
                try ReadSession(input: input, scanner: scanner).run(start)
            case .csv: try CSVSession(input: input, ledger: ledger).run(start)
            }
        } catch {
            guard ledger.summary.isCutShort else { throw error }
        }
        let summary = ledger.summary
        let isEmptyAllowed =
            summary.skippedCount == 0 ? allowsEmpty : returnsWithoutGoodRow
        guard summary.rowCount > 0 || isEmptyAllowed || summary.isCutShort else {
            throw ledger.emptyFault
        }
        return summary
    }
}

/// What a read came to.
public struct ReadSummary: Sendable {
    /// Rows handed on.
    public var rowCount = 0
    /// Rows and domains left out because of a fault.
    public var skippedCount = 0
    /// Whether so many were bad that the rest was not read.
    public var isCutShort = false
    /// The first faults, in the file's order; at most `faultCountMaximum`.
    public var firstFaults: [CatalogFault] = []

    /// Faults that are kept; more are only counted.
    public static let faultCountMaximum = 20

    public init() {}
}
