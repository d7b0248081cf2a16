internal import EpisodeModel

/// What can be wrong with the form of a record.
enum CSVFault: Equatable {
    /// Text between the quote that ends a field and the next comma.
    case textAfterQuote
    /// A quote inside of a field that does not begin with one.
    case quoteInPlainField
    /// A quoted field without its end, or with one that is out of reach.
    case openQuote
    case tooLong
    case tooManyFields

    /// Whether reading cannot go on: nobody can tell what is inside of quotes from then on.
    var isFinal: Bool { self == .openQuote }

    func error(fieldCount: Int) -> EpisodeError {
        let limit = CatalogFileLimits.recordByteCountMaximum
        return switch self {
        case .textAfterQuote:
            .invalid(
                "", "text follows the quote that ends a field",
                "write a quote inside of a field twice")
        case .quoteInPlainField:
            .invalid(
                "", "a quote stands inside of a field that does not begin with one",
                "put the field in quotes and write each quote inside of it twice")
        case .openQuote:
            .invalid(
                "", "a quote is never closed, or \(limit) bytes later at the earliest",
                "close the field with a quote; write one inside of it twice")
        case .tooLong:
            .invalid("", "the record is longer than \(limit) bytes", "shorten its texts")
        case .tooManyFields:
            .invalid(
                "", "the record has more fields than the \(fieldCount) of the header",
                "put fields with commas in quotes")
        }
    }
}
