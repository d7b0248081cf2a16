/// Where in a catalogue file the scanner is: one entry for each open object or list.
enum Context {
    /// The object around everything, in the JSON:API and the flat form.
    case document
    /// A list of rows.
    case rows
    /// A row: flat, or a JSON:API resource.
    case row
    /// A list where a row should be.
    case strayRow
    case attributes
    case relationships
    /// One relationship, the one that leads to domains.
    case domainsRelationship
    case references
    case reference
    /// The list that is the value of a row's key.
    case list(RowKey)
    /// A list of JSON:API resources, of which those of type `domains` are read.
    case included
    case domainList
    case domain
    case domainAttributes
    case skippedObject
    case skippedList

    /// The sign that ends it.
    var closingSign: String {
        switch self {
        case .rows, .strayRow, .references, .list, .included, .domainList, .skippedList: "]"
        default: "}"
        }
    }
}

/// What the next value belongs to: the meaning of the last key.
enum Slot {
    case nothing
    case field(RowKey)
    case domainField(DomainKey)
    case structure(StructureKey)
}

/// Keys that build the file rather than a row.
enum StructureKey: String, NamedKey {
    case data, included, episodes, domains, domain, attributes, relationships, type, id

    var name: String { rawValue }

    static let table = KeyTable<StructureKey>()
}
