/// What a column of a CSV file holds. Columns have the names of the JSON keys.
enum CSVColumn: Equatable {
    /// A value of a row; `id`, `name`, `description` and `ordinal` are a domain's too.
    case field(RowKey)
    /// `episode` (or empty) or `domain`: what the record is.
    case record
    /// `slug` and `level`, which only domains have.
    case domainField(DomainKey)

    static let recordName = "record"

    /// - Parameter name: as it stands in the header.
    init?(name: [UInt8]) {
        if let key = RowKey.table.key(name.span) {
            self = .field(key)
        } else if let key = DomainKey.table.key(name.span) {
            self = .domainField(key)
        } else if name == Array(Self.recordName.utf8) {
            self = .record
        } else {
            return nil
        }
    }

    var name: String {
        switch self {
        case .field(let key): key.name
        case .record: Self.recordName
        case .domainField(let key): key.name
        }
    }

    /// The key it stands for in a record that is a domain; nil when domains have no such value.
    var domainKey: DomainKey? {
        switch self {
        case .field(let key): DomainKey.table.key(Array(key.name.utf8).span)
        case .record: nil
        case .domainField(let key): key
        }
    }

    /// Every name there is, for messages.
    static let allNames =
        (RowKey.allCases.map(\.name) + [recordName, DomainKey.slug.name, DomainKey.level.name])
        .joined(separator: ", ")
}
