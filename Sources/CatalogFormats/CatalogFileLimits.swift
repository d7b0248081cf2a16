internal import EpisodeModel

/// Bounds on what a file may make the reader hold.
enum CatalogFileLimits {
    /// Objects and lists inside each other; real rows need seven.
    static let nestingMaximum = 32
    /// One JSON text or number as written: the longest field with every byte escaped (`\u0041`)
    /// and some room. White space between values counts too.
    static let tokenByteCountMaximum = 8 * CatalogLimits.textByteCountMaximum
    /// Texts and keys of one row that are kept until its end.
    static let rowByteCountMaximum = CatalogLimits.rowByteCountMaximum
    /// One record of CSV as it is read: the longest row, and room for what escapes take.
    static let recordByteCountMaximum = 2 * CatalogLimits.rowByteCountMaximum
    /// Keys of one object of a row.
    static let keyCountMaximum = 1_024
}
