import CommandLineKit

/// A few named values in every format: what the small commands answer.
struct RecordOutput {
    /// A value; numbers of up to 53 bits may stand unquoted in JSON.
    struct Member {
        var name: String
        var value: String
    }

    var members: [Member]
    /// The value that `-o ids` prints.
    var identifier: String

    init(_ members: [(name: String, value: String)], identifier: String) {
        self.members = members.map { Member(name: $0.name, value: $0.value) }
        self.identifier = identifier
    }

    func text(_ format: OutputFormat) -> String {
        switch format {
        case .table:
            let width = members.map(\.name.count).max() ?? 0
            return members.map { member in
                "\(CellWidth.padded(member.name, to: width))  "
                    + "\(TextEscaping.escaped(member.value))\n"
            }.joined()
        case .json, .jsonl, .yaml:
            return DocumentText.text(format) { writer in
                writer.object { writer in
                    for member in members where !member.value.isEmpty {
                        writer.key(member.name)
                        writer.string(member.value)
                    }
                }
            }
        case .tsv:
            return TSVText.record(members.map(\.name)) + TSVText.record(members.map(\.value))
        case .csv:
            return CSVText.record(members.map(\.name)) + CSVText.record(members.map(\.value))
        case .ids, .raw:
            return TextEscaping.escaped(identifier) + "\n"
        }
    }
}
