/// Bounds on what one row may hold. They keep a row well under one reply (4 MiB) and a page token
/// under one request (64 KiB), whatever a file or an edit contains.
public enum CatalogLimits {
    /// Text keys travel in page tokens, so names are short.
    public static let nameByteCountMaximum = 8_192
    /// Every other single text.
    public static let textByteCountMaximum = 1_048_576
    /// Content and subscription types and one feature: they become facet values.
    public static let facetValueByteCountMaximum = 256
    public static let domainCountMaximum = 256
    public static let featureCountMaximum = 1_024
    /// One encoded row.
    public static let rowByteCountMaximum = 2_097_152
    /// Names and texts of all domains of a catalogue together, as `Domain.byteCount` counts them.
    public static let domainsByteCountMaximum = 1_048_576
    /// Rows of a catalogue; row numbers are 32-bit and the engine keeps one value free.
    public static let rowCountMaximum = 100_000_000
}
