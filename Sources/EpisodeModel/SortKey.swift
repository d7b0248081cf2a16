/// One key of a sort order.
public enum SortKey: Hashable, Sendable {
    /// By a field's value; absent values come last in both directions.
    case field(EpisodeField, descending: Bool)
    /// Best text match first.
    case relevance

    /// What an empty `sort` means: newest first.
    public static let defaultOrder: [SortKey] = [.field(.releasedAt, descending: true)]
    /// Keys of one order: every sortable field and relevance, each once. `parse` never gives more.
    public static let countMaximum = 9
}

extension SortKey {
    /// Reads the JSON:API form: keys separated by commas, `-` for descending.
    ///
    /// Names are exact and lower case. A key that is repeated changes nothing; a key both ways is
    /// refused. Empty text is the default order.
    ///
    /// - Throws: `EpisodeError` with field `sort`, listing the keys that exist.
    public static func parse(_ text: String) throws(EpisodeError) -> [SortKey] {
        if text.isEmpty { return defaultOrder }
        var keys: [SortKey] = []
        for part in text.split(separator: ",", omittingEmptySubsequences: false) {
            let key = try parseKey(part)
            guard let earlier = keys.first(where: { $0.hasSameField(as: key) }) else {
                keys.append(key)
                continue
            }
            guard earlier == key else {
                throw .invalid(
                    "sort", "'\(earlier.text)' and '\(key.text)' contradict each other",
                    "name each key once")
            }
        }
        return keys
    }

    /// The keys that really order the rows: an order that ends with relevance goes on by popularity,
    /// the most popular first, unless popularity is among its keys already. Cursors hold a value for
    /// each of these.
    public static func completeOrder(of keys: [SortKey]) -> [SortKey] {
        guard keys.last == .relevance else { return keys }
        let popularity = SortKey.field(.popularity, descending: true)
        return keys.contains { $0.hasSameField(as: popularity) } ? keys : keys + [popularity]
    }

    private func hasSameField(as other: SortKey) -> Bool {
        switch (self, other) {
        case (.relevance, .relevance): true
        case (.field(let left, _), .field(let right, _)): left == right
        default: false
        }
    }

    private static func parseKey(_ part: Substring) throws(EpisodeError) -> SortKey {
        let descending = part.first == "-"
        let name = descending ? part.dropFirst() : part
        if name == "relevance" {
            guard !descending else {
                throw .invalid(
                    "sort", "'-relevance' is not an order", "use 'relevance': best match first")
            }
            return .relevance
        }
        guard let field = EpisodeField(name: name), field.isSortable else {
            let known = (EpisodeField.sortableNames + ["relevance"]).joined(separator: ", ")
            throw .invalid(
                "sort", "unknown key '\(part.prefix(64))'",
                "use \(known); '-' before a key reverses it, ',' separates keys")
        }
        return .field(field, descending: descending)
    }

    /// The text `parse` reads back as this key.
    public var text: String {
        switch self {
        case .relevance: "relevance"
        case .field(let field, let descending): (descending ? "-" : "") + field.name
        }
    }
}
