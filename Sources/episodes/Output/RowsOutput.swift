import CatalogFormats
import CommandLineKit

/// A few rows of named texts in every format: what commands answer that are no episodes.
struct RowsOutput {
    var columns: [String]
    /// A text for each column in every row.
    var rows: [[String]]
    /// Cells that columns may shrink to, by their places.
    var widthMinimums: [Int: Int] = [:]
    /// Places of columns whose texts are numbers.
    var numbers: Set<Int> = []
    /// Whether CSV and TSV begin with the names of the columns; rows that follow others do not.
    var hasTitles = true

    /// - Parameter width: cells of the terminal, for tables.
    func text(_ format: OutputFormat, width: Int? = nil, emphasizesTitles: Bool = false) -> String {
        switch format {
        case .table, .raw:
            TextTable(
                columns: columns.enumerated().map { index, name in
                    TextTable.Column(
                        name.uppercased(), alignsRight: numbers.contains(index),
                        widthMinimum: widthMinimums[index], dropRank: 0)
                }, rows: rows
            ).text(width: width, emphasizesTitles: emphasizesTitles)
        case .json, .yaml: DocumentText.text(.array(rows.map(object)), format)
        case .jsonl: rows.map { DocumentText.text(object($0), .jsonl) }.joined()
        case .csv: records.map(CSVText.record).joined()
        case .tsv: records.map(TSVText.record).joined()
        case .ids: rows.map { TextEscaping.escaped($0.first ?? "") + "\n" }.joined()
        }
    }

    private var records: [[String]] { (hasTitles ? [columns] : []) + rows }

    private func object(_ row: [String]) -> JSONValue {
        .object(
            zip(columns, row).enumerated().map { index, pair in
                let number = numbers.contains(index) ? JSONNumber(pair.1) : nil
                return JSONValue.Member(
                    pair.0.replacing(" ", with: "_"), number.map { .number($0) } ?? .string(pair.1))
            })
    }
}
