public import EpisodeModel

/// Answers a query as a reader of the rules would with pencil and paper: it looks at every row,
/// one rule after the other, and keeps no index. What the real engine is compared with.
///
/// Only the text of each row is cut into units beforehand, and the last text query is remembered,
/// so that thousands of queries on 20,000 rows stay feasible.
public struct NaiveEngine {
    let rows: [NaiveRow]
    let memo = NaiveMemo()

    public init(_ episodes: [Episode]) {
        rows = episodes.map { NaiveRow($0) }
    }

    /// The page, the total and the counts of one query.
    /// - Precondition: `isRefused(query)` is false.
    /// - Complexity: O(bytes of the catalogue).
    public func answer(_ query: EpisodeQuery) -> NaiveAnswer {
        let classes = textClasses(query.text)
        let failures = rows.indices.map { index in
            failedFilters(of: rows[index], at: index, query, textClass: classes[index])
        }
        let matching = rows.indices.filter { failures[$0].isEmpty }
        let ordered = sorted(matching, by: query, classes: classes)
        var rest = ordered
        if let cursor = query.cursor {
            rest = rest.filter { isAfter($0, cursor, query) }
        }
        rest = Array(rest.dropFirst(query.skip))
        let page = rest.prefix(query.pageSize)
        return NaiveAnswer(
            ids: page.map { rows[$0.row].episode.id },
            totalSize: Int64(matching.count),
            hasMore: rest.count > page.count,
            facets: query.facets.map { countFacet($0, query, failures) },
            nextCursor: page.last.map { cursor(after: $0, query) })
    }

    /// The relevance class of each row for a text query; nil where the text does not match.
    func textClasses(_ text: [UInt8]) -> [Int?] {
        if let known = memo.classes, known.text == text { return known.classes }
        let query = NaiveTextQuery(text)
        let classes = rows.map { query.relevanceClass(of: $0) }
        memo.classes = (text, classes)
        return classes
    }
}

/// What `NaiveEngine` answers.
public struct NaiveAnswer: Hashable, Sendable {
    /// The page, in order.
    public var ids: [UInt64]
    /// All matches, whatever the cursor and the page size.
    public var totalSize: Int64
    /// Whether rows follow the page.
    public var hasMore: Bool
    /// In the order of the query's facets; labels are the values.
    public var facets: [FacetCounts]
    /// The place after the page's last row; nil for an empty page.
    public var nextCursor: Cursor?
}

/// What is worth remembering between two queries of one catalogue.
final class NaiveMemo {
    var classes: (text: [UInt8], classes: [Int?])?
    /// The folded texts of a field, for each row the values it has.
    var folded: [EpisodeField: [[[UInt8]]]] = [:]
}
