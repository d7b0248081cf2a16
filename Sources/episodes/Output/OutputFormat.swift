/// The forms of output. Which of them a command has is written in `CommandFormats`.
enum OutputFormat: String, CaseIterable {
    /// For people; fitted to the terminal's width when there is one.
    case table
    /// One document.
    case json
    /// One object a line.
    case jsonl
    /// One document, for people who like it better than JSON.
    case yaml
    /// RFC 4180 with a header.
    case csv
    /// A header and rows with tabs between the values; tabs and line ends in values are escaped.
    case tsv
    /// Only ids or values, one a line.
    case ids
    /// The bytes of the reply, in protobuf's encoding.
    case raw

    /// Whether errors are JSON too.
    var isJSON: Bool { self == .json || self == .jsonl }
}
