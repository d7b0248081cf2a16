internal import EpisodeModel

// Values as CSV has them: always text.
extension RowBuilder {
    /// Takes a field that is not empty.
    mutating func set(_ key: RowKey, cell: Span<UInt8>) throws(EpisodeError) {
        switch key.form {
        case .text, .textOrTexts, .identifier, .difficulty, .timestamp:
            try set(key, text: cell)
        case .count, .real:
            guard NumberText.isNumber(cell) else {
                throw .invalid(key.name, "is '\(shortText(cell))'", key.form.remedy)
            }
            try set(key, number: cell)
        case .boolean:
            // Spreadsheets write these in capitals.
            switch shortText(cell).lowercased() {
            case "true": try set(key, boolean: true)
            case "false": try set(key, boolean: false)
            default: throw .invalid(key.name, "is '\(shortText(cell))'", key.form.remedy)
            }
        case .texts, .identifiers:
            let isNumbers = key == .domains || key == .domainIDs
            for item in CSVList.items(cell) {
                try append(key, text: (isNumbers ? CSVList.trimmed(item) : item).span)
            }
        }
    }
}
