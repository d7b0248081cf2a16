import CatalogFormats
import MessageJSON

/// A reply as rows: those of its first list of messages, with a column for each of their fields;
/// a message that has no such list is one row for each of its own fields, or of those of the one
/// message that is all it has.
///
/// What a cell cannot hold as a text, such as a list, is JSON.
struct ReplyRows {
    private let type: MessageSchema
    /// Nil = the reply itself is of the type.
    private let wrapper: FieldSchema?
    /// The list, and the type of its elements.
    private let list: (field: FieldSchema, element: MessageSchema)?

    /// - Parameter type: of the reply.
    init(_ type: MessageSchema, _ schemas: MessageSchemas = .compiled) {
        if type.fields.count == 1, !type.fields[0].isRepeated,
            case .message(let name) = type.fields[0].kind, let inner = schemas.messages[name],
            !name.hasPrefix("google.protobuf.")
        {
            (self.type, wrapper) = (inner, type.fields[0])
        } else {
            (self.type, wrapper) = (type, nil)
        }
        list =
            self.type.fields.lazy.compactMap { field in
                guard field.isRepeated, case .message(let name) = field.kind,
                    let element = schemas.messages[name], !element.isMapEntry
                else { return nil }
                return (field, element)
            }.first
    }

    /// - Parameter hasTitles: false leaves the names of columns out of CSV and TSV: for all but the
    ///   first message of a stream.
    func text(_ reply: JSONValue, _ settings: Settings, hasTitles: Bool = true) -> String {
        var rows = rows(reply)
        if settings.format == .table { rows = withoutEmptyColumns(rows) }
        rows.hasTitles = hasTitles
        return settings.safe(
            rows.text(
                settings.format, width: settings.width, emphasizesTitles: settings.usesBold))
    }

    private func rows(_ reply: JSONValue) -> RowsOutput {
        let reply = wrapper.map { reply[$0.jsonName] ?? .object([]) } ?? reply
        guard let list else {
            return RowsOutput(
                columns: ["field", "value"],
                rows: type.fields.compactMap { field in
                    reply[field.jsonName].map { [field.name, Self.cell($0)] }
                })
        }
        var elements: [JSONValue] = []
        if case .array(let values)? = reply[list.field.jsonName] { elements = values }
        let fields = list.element.fields
        return RowsOutput(
            columns: fields.map(\.name),
            rows: elements.map { element in
                fields.map { element[$0.jsonName].map(Self.cell) ?? "" }
            })
    }

    /// A table for people has no room for columns in which nothing stands.
    private func withoutEmptyColumns(_ rows: RowsOutput) -> RowsOutput {
        let places = rows.columns.indices.filter { place in
            rows.rows.contains { !$0[place].isEmpty }
        }
        guard !places.isEmpty else { return rows }
        return RowsOutput(
            columns: places.map { rows.columns[$0] },
            rows: rows.rows.map { row in places.map { row[$0] } },
            widthMinimums: Dictionary(uniqueKeysWithValues: places.indices.map { ($0, 8) }))
    }

    private static func cell(_ value: JSONValue) -> String {
        if case .string(let text) = value { return text }
        return value.text()
    }
}
