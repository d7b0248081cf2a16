/// HTML elements and what becomes of their tags in plain text. Only these names count as tags, so
/// that `List<Int>` and `a < b` stay as they are.
enum HTMLTag: Sendable {
    /// Starts and ends a line.
    case block
    /// Parts words.
    case cell
    /// Leaves nothing.
    case inline
    /// Its content is no text either.
    case hidden

    static func named(_ name: [UInt8]) -> HTMLTag? { table[name] }

    private static let table: [[UInt8]: HTMLTag] = {
        var table: [[UInt8]: HTMLTag] = [:]
        func add(_ tag: HTMLTag, _ names: String) {
            for name in names.split(separator: " ") { table[Array(name.utf8)] = tag }
        }
        add(
            .block,
            """
            address article aside blockquote body br center dd details div dl dt fieldset \
            figcaption figure footer form h1 h2 h3 h4 h5 h6 head header hr html legend li main nav \
            ol p pre section summary table tbody tfoot thead title tr ul
            """)
        add(.cell, "td th option")
        add(
            .inline,
            """
            a abbr acronym audio b base bdi bdo big button caption cite code col colgroup data del \
            dfn em embed font i iframe img input ins kbd label link map mark meta noscript object \
            param path picture q s samp select small source span strike strong sub sup svg \
            template textarea time tt u var video wbr
            """)
        add(.hidden, "script style")
        return table
    }()
}
