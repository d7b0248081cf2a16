/// The columns of a table of rows: the contents first, beginning with the id, then the revision
/// that wrote the row, then the checksum over all of them.
struct RowLayout {
    let table: String
    let contents: [String]

    static let episodes = RowLayout(
        table: "episodes",
        contents: [
            "id", "name", "description", "description_html", "parent_name", "domains",
            "difficulty", "content_type", "subscription_type", "released_at", "popularity",
            "duration_seconds", "video_identifier", "features", "uri", "artwork_url", "technology",
            "contributors", "ordinal", "stream_url",
        ])

    static let domains = RowLayout(
        table: "domains", contents: ["id", "name", "slug", "description", "level", "ordinal"])

    /// Place of the revision in what `selection` gives.
    var revisionColumn: Int32 { Int32(contents.count) }
    var checksumColumn: Int32 { Int32(contents.count + 1) }

    private var checked: String { (contents + ["revision"]).joined(separator: ", ") }

    /// All columns of the rows that a condition picks.
    func selection(_ condition: String) -> String {
        "SELECT \(checked), checksum FROM \(table) \(condition)"
    }

    private var columns: [String] { contents + ["revision", "checksum"] }

    /// Writes a row unless its id is there.
    var inserting: String {
        let parameters = (1...columns.count).map { "?\($0)" }.joined(separator: ", ")
        return "INSERT INTO \(table) (\(columns.joined(separator: ", "))) VALUES (\(parameters)) "
            + "ON CONFLICT (id) DO NOTHING"
    }

    /// Writes a row whose id is there.
    var updating: String {
        let updates = columns.enumerated().dropFirst().map { "\($0.element) = ?\($0.offset + 1)" }
        return "UPDATE \(table) SET \(updates.joined(separator: ", ")) WHERE id = ?1"
    }

    /// Sets the checksums of rows that were written before there were any.
    var checksumming: String {
        "UPDATE \(table) SET checksum = \(ChecksumFunction.name)(\(checked))"
    }
}
