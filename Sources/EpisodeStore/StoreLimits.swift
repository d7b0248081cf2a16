internal import EpisodeModel

/// What a store takes, so that everything that is in a store can be served.
enum StoreLimits {
    /// Texts of one row together. A served row may take `CatalogLimits.rowByteCountMaximum` bytes
    /// with its numbers and the lengths of its texts; what is kept free here holds those.
    static let rowTextByteCountMaximum = CatalogLimits.rowByteCountMaximum - 16_384
    /// Names and texts of all domains together.
    static let domainByteCountMaximum = 1_048_576

    static func check(
        _ episode: Episode, _ row: RowBuffer, _ path: String
    ) throws(StoreError) {
        do throws(EpisodeError) {
            try episode.validate()
        } catch {
            throw invalid(
                path, "the row \(episode.id): \(error.field) \(error.problem)", error.remedy)
        }
        guard row.textByteCount <= rowTextByteCountMaximum else {
            throw invalid(
                path, "the row \(episode.id) has \(row.textByteCount) bytes of text",
                "keep all texts of a row together to \(rowTextByteCountMaximum) bytes")
        }
    }

    static func incompleteDomain(_ path: String, _ domain: Domain) -> StoreError {
        invalid(path, "the domain \(domain.id) has no id or no name", "give it both")
    }

    static func tooManyEpisodes(_ path: String) -> StoreError {
        StoreError(
            code: .tooLarge, file: path,
            problem: "would hold over \(CatalogLimits.rowCountMaximum) episodes",
            remedy: "split the catalogue")
    }

    static func checkDomains(_ connection: Connection) throws(StoreError) {
        let count = try connection.integer(
            """
            SELECT coalesce(sum(64 + length(CAST(concatenated AS BLOB))), 0) FROM (
                SELECT name || ifnull(slug, '') || ifnull(description, '') || ifnull(level, '')
                    AS concatenated
                FROM domains)
            """)
        guard count <= domainByteCountMaximum else {
            throw StoreError(
                code: .tooLarge, file: connection.path,
                problem: "would hold over \(domainByteCountMaximum) bytes of domains",
                remedy: "shorten their descriptions")
        }
    }

    private static func invalid(
        _ path: String, _ problem: String, _ remedy: String
    ) -> StoreError {
        StoreError(code: .invalidRow, file: path, problem: problem, remedy: remedy)
    }
}
