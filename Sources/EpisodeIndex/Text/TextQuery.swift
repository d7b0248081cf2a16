/// A query as typed, read as conditions on a row.
enum TextQuery: Hashable, Sendable {
    /// Nothing but white space: every row will do.
    case noFilter
    /// Something was typed, but nothing that a text could hold.
    case matchesNothing
    /// Every one of these, at least one, must match in some field of a row.
    case conditions([TextCondition])

    /// Reads a query. Quotation marks are the only operators; no query is wrong.
    ///
    /// Linear in the length, which the caller bounds (`EpisodeQuery.textByteCountMaximum`).
    static func parse(_ utf8: [UInt8]) -> TextQuery {
        if isBlank(utf8.span) { return .noFilter }
        var parser = TextQueryParser()
        let conditions = parser.parse(utf8)
        return conditions.isEmpty ? .matchesNothing : .conditions(conditions)
    }

    private static func isBlank(_ text: borrowing Span<UInt8>) -> Bool {
        var position = 0
        while position < text.count {
            let scalar = UTF8Coding.next(text, &position)
            if !TextTable.shared[scalar].has(.isWhiteSpace) { return false }
        }
        return true
    }
}
