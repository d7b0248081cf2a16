public import EpisodeModel

/// Writes a catalogue in a form that `CatalogReader` reads back as the same catalogue: the same rows
/// and domains, in the same order, bit by bit.
///
/// What is written depends on the rows and domains alone, so writing what was read gives the same
/// bytes again. Absent values are left out. 64-bit numbers are texts in JSON, as in protobuf's own
/// JSON form, because many readers of JSON keep numbers as doubles.
///
/// Domains come first: in a document as `domains`, in JSON lines as `{"domain": {…}}` each, in CSV
/// as records whose column `record` says `domain`; CSV without domains has no such column. In CSV
/// lists are written by `CSVList`, and both description columns are there, so that descriptions
/// stay as they are.
public struct CatalogWriter: Sendable {
    private let format: CatalogFormat
    private let domains: [Domain]
    private var writesSeparator = false
    /// What was written and not yet taken away.
    public private(set) var bytes: [UInt8] = []

    /// Begins a catalogue.
    public init(_ format: CatalogFormat, domains: [Domain]) {
        self.format = format
        self.domains = domains
        switch format {
        case .json: beginDocument()
        case .jsonl: domains.forEach { JSONRows.appendLine($0, to: &bytes) }
        case .csv: CSVRows.appendHeader(domains, to: &bytes)
        }
    }

    private mutating func beginDocument() {
        JSONText.append(raw: "{\"domains\":[", to: &bytes)
        for (index, domain) in domains.enumerated() {
            JSONText.append(raw: index > 0 ? ",\n" : "\n", to: &bytes)
            JSONRows.append(domain, to: &bytes)
        }
        JSONText.append(raw: "],\n\"episodes\":[", to: &bytes)
    }

    /// - Complexity: O(bytes of the row).
    public mutating func write(_ episode: Episode) {
        switch format {
        case .json:
            JSONText.append(raw: writesSeparator ? ",\n" : "\n", to: &bytes)
            writesSeparator = true
            JSONRows.append(episode, to: &bytes)
        case .jsonl:
            JSONRows.append(episode, to: &bytes)
            bytes.append(UInt8(ascii: "\n"))
        case .csv: CSVRows.append(episode, besideDomains: !domains.isEmpty, to: &bytes)
        }
    }

    /// Ends the catalogue.
    public mutating func finish() {
        if format == .json { JSONText.append(raw: "]}\n", to: &bytes) }
    }

    /// Forgets what was written, once it is where it belongs, and keeps the memory.
    public mutating func removeBytes() { bytes.removeAll(keepingCapacity: true) }
}
