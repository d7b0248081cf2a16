import EpisodeModel

/// What one sort key sees in a row, in its natural form.
enum NaiveSortValue {
    case absent
    case integer(UInt64)
    case real(Double)
    case moment(Timestamp)
    case difficulty(Difficulty)
    case relevance(Int)
    case text(folded: [UInt8], raw: [UInt8])

    init(_ key: SortKey, _ row: NaiveRow, textClass: Int) {
        let episode = row.episode
        guard case .field(let field, _) = key else {
            self = .relevance(textClass)
            return
        }
        switch field {
        case .id: self = .integer(episode.id)
        case .duration:
            self = episode.durationSeconds.map { .integer(UInt64($0)) } ?? .absent
        case .ordinal: self = episode.ordinal.map { .integer(UInt64($0)) } ?? .absent
        case .popularity: self = episode.popularity.map { .real($0) } ?? .absent
        case .releasedAt: self = episode.releasedAt.map { .moment($0) } ?? .absent
        case .difficulty:
            self = episode.difficulty == .allLevels ? .absent : .difficulty(episode.difficulty)
        case .name: self = Self.text(episode.name, folded: row.foldedName)
        case .parentName: self = Self.text(episode.parentName, folded: row.foldedParentName)
        default: self = .absent
        }
    }

    /// The value that a cursor kept.
    init(_ key: SortKey, cursorKey: Cursor.Key) {
        switch (key, cursorKey) {
        case (_, .absent): self = .absent
        case (_, .text(let bytes)):
            let folded = NaiveText.fold(String(decoding: bytes, as: UTF8.self))
            self = .text(folded: folded, raw: bytes)
        case (.relevance, .number(let number)): self = .relevance(Int(number))
        case (.field(.popularity, _), .number(let number)):
            let isPositive = number >= 1 << 63
            self = .real(Double(bitPattern: isPositive ? number - (1 << 63) : ~number))
        case (.field(.releasedAt, _), .number(let number)):
            let microseconds = Int64(truncatingIfNeeded: number &- (1 << 63))
            self = Timestamp(microsecondsSinceEpoch: microseconds).map { .moment($0) } ?? .absent
        case (.field(.difficulty, _), .number(let number)):
            let difficulty = UInt8(exactly: number).flatMap { Difficulty(rawValue: $0) }
            self = difficulty.map { .difficulty($0) } ?? .absent
        case (_, .number(let number)): self = .integer(number)
        }
    }

    private static func text(_ text: String, folded: [UInt8]) -> NaiveSortValue {
        text.isEmpty ? .absent : .text(folded: folded, raw: Array(text.utf8))
    }

    /// The form a cursor keeps it in.
    var cursorKey: Cursor.Key {
        switch self {
        case .absent: .absent
        case .integer(let number): .number(number)
        case .real(let number): .number(OrderedKey.of(number))
        case .moment(let moment): .number(OrderedKey.of(moment))
        case .difficulty(let difficulty): .number(OrderedKey.of(difficulty))
        case .relevance(let textClass): .number(UInt64(textClass))
        case .text(_, let raw): .text(raw)
        }
    }

    /// -1, 0 or 1; an absent value comes last, whatever the direction.
    func compared(to other: NaiveSortValue, descending: Bool) -> Int {
        let order: Int
        switch (self, other) {
        case (.absent, .absent): return 0
        case (.absent, _): return 1
        case (_, .absent): return -1
        case (.integer(let left), .integer(let right)): order = Self.order(left, right)
        case (.real(let left), .real(let right)): order = Self.order(left, right)
        case (.moment(let left), .moment(let right)): order = Self.order(left, right)
        case (.difficulty(let left), .difficulty(let right)):
            order = Self.order(left.rawValue, right.rawValue)
        case (.relevance(let left), .relevance(let right)): order = Self.order(left, right)
        case (.text(let left, let leftRaw), .text(let right, let rightRaw)):
            let folded = Self.order(left, right)
            order = folded != 0 ? folded : Self.order(leftRaw, rightRaw)
        default: order = 0
        }
        return descending ? -order : order
    }

    private static func order<Value: Comparable>(_ left: Value, _ right: Value) -> Int {
        left < right ? -1 : right < left ? 1 : 0
    }

    private static func order(_ left: [UInt8], _ right: [UInt8]) -> Int {
        left.lexicographicallyPrecedes(right) ? -1 : right.lexicographicallyPrecedes(left) ? 1 : 0
    }
}
