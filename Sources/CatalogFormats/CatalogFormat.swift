/// How a catalogue file is written.
public enum CatalogFormat: String, CaseIterable, Sendable {
    /// One JSON document: a list of rows, a flat document (`domains` and `episodes`) or JSON:API.
    case json
    /// A JSON object on each line: a row, or `{"domain": {…}}`.
    case jsonl
    /// Comma-separated values (RFC 4180) with a header of column names.
    case csv
}
