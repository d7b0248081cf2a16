internal import EpisodeModel

/// Reads a catalogue file, whatever accepted form it has, and hands its rows on one at a time.
///
/// The form is found by content: a JSON:API document (`data` and `included`), an array of flat
/// rows, a flat document (`episodes` and `domains`) or JSON lines. Memory stays bounded by one row,
/// however long the file is.
///
/// A reader that throws has handed on the rows before the fault: keep what a consumer gathered only
/// when `read` returns.
public struct CatalogReader: Sendable {
    /// Leave out bad rows and go on, instead of stopping at the first one. Broken JSON inside a
    /// document still stops: what follows it cannot be told apart. A bad line of JSON lines is one
    /// bad row.
    public var skipsBadRows: Bool
    /// Accept input without a single row. Off, so that an empty file never empties a catalogue.
    public var allowsEmpty: Bool
    /// Bytes asked of the system at once.
    var chunkByteCount = 262_144

    public init(skipsBadRows: Bool, allowsEmpty: Bool = false) {
        self.skipsBadRows = skipsBadRows
        self.allowsEmpty = allowsEmpty
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
        let input = try FileInput(path: path, chunkByteCount: chunkByteCount)
        let scanner = CatalogScanner(
            file: input.name, skipsBadRows: skipsBadRows, consumer: consumer)
        let session = try ReadSession(input: input, scanner: scanner)
        try session.run()
        let summary = scanner.summary
        guard summary.rowCount > 0 || (allowsEmpty && summary.skippedCount == 0) else {
            throw scanner.emptyFault()
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
    /// The first faults, in the file's order; at most `faultCountMaximum`.
    public var firstFaults: [CatalogFault] = []

    /// Faults that are kept; more are only counted.
    public static let faultCountMaximum = 20

    public init() {}
}
