internal import EpisodeModel

/// A place in a catalogue file.
public struct RowPosition: Hashable, Sendable {
    /// Number of the row, from 1, bad rows counted; 0 outside of rows.
    public var row: Int
    /// Number of the line, from 1. A line ends with LF, CRLF or CR.
    public var line: Int
    /// Bytes of the file before this place, from 0.
    public var byteOffset: Int64

    public init(row: Int, line: Int, byteOffset: Int64) {
        self.row = row
        self.line = line
        self.byteOffset = byteOffset
    }
}

/// What is wrong with a catalogue file, where, and what would be right.
public struct CatalogFault: Error, Hashable, Sendable {
    /// The path as it was given; `standard input` for `-`.
    public var file: String
    /// Nil when the fault has no place, such as for a file that is missing.
    public var position: RowPosition?
    /// The key at fault, as the file spells it; empty when it is the whole row or file.
    public var field: String
    public var problem: String
    public var remedy: String

    public init(
        file: String, position: RowPosition?, field: String, problem: String, remedy: String
    ) {
        self.file = file
        self.position = position
        self.field = field
        self.problem = problem
        self.remedy = remedy
    }

    init(file: String, position: RowPosition?, error: EpisodeError) {
        self.init(
            file: file, position: position, field: error.field, problem: error.problem,
            remedy: error.remedy)
    }
}

extension CatalogFault: CustomStringConvertible {
    /// `FILE:LINE: row N: field: problem; remedy`; parts that are unknown are left out.
    public var description: String {
        var text = file
        if let position {
            text += ":\(position.line)"
            if position.row > 0 { text += ": row \(position.row)" }
        }
        if !field.isEmpty { text += ": \(field)" }
        text += ": \(problem)"
        return remedy.isEmpty ? text : "\(text); \(remedy)"
    }
}
