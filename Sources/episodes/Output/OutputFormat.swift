/// The forms of output that every command has.
enum OutputFormat: String, CaseIterable {
    /// For people; fitted to the terminal's width when there is one.
    case table
    /// One document.
    case json
    /// One object a line.
    case jsonl
    /// RFC 4180 with a header.
    case csv
    /// Only ids or values, one a line.
    case ids

    /// Whether errors are JSON too.
    var isJSON: Bool { self == .json || self == .jsonl }
}
