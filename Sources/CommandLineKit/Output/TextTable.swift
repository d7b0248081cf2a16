/// A table in plain text: columns two spaces apart, no lines, no trailing blanks.
public struct TextTable: Sendable {
    /// One column.
    public struct Column: Hashable, Sendable {
        public var title: String
        public var alignsRight: Bool
        /// Cells the column may shrink to when the table is too wide; nil = it never shrinks.
        public var widthMinimum: Int?
        /// When shrinking is not enough the column with the highest rank is left out first; the
        /// column of rank 0 always stays.
        public var dropRank: Int

        public init(
            _ title: String, alignsRight: Bool = false, widthMinimum: Int? = nil, dropRank: Int = 0
        ) {
            self.title = title
            self.alignsRight = alignsRight
            self.widthMinimum = widthMinimum
            self.dropRank = dropRank
        }
    }

    public var columns: [Column]
    /// One text for each column in every row; control characters become escapes.
    public var rows: [[String]]

    public init(columns: [Column], rows: [[String]]) {
        self.columns = columns
        self.rows = rows
    }

    /// The table, a line for the titles and one for each row, each ended by a newline.
    ///
    /// - Parameters:
    ///   - width: cells of the terminal; nil when nothing may be cut.
    ///   - emphasizesTitles: print titles in bold.
    public func text(width: Int?, emphasizesTitles: Bool = false) -> String {
        let cells = rows.map { $0.map(TextEscaping.escaped) }
        let natural = columns.indices.map { index in
            cells.reduce(CellWidth.of(columns[index].title)) {
                max($0, CellWidth.of($1[index]))
            }
        }
        let layout = layout(natural: natural, width: width)
        let titles = line(columns.map(\.title), layout)
        var text = emphasizesTitles ? "\u{1B}[1m\(titles)\u{1B}[0m\n" : titles + "\n"
        for row in cells { text += line(row, layout) + "\n" }
        return text
    }

    private struct Place {
        var column: Int
        var width: Int
    }

    private static let gap = 2

    private func layout(natural: [Int], width: Int?) -> [Place] {
        var places = columns.indices.map { Place(column: $0, width: natural[$0]) }
        guard let width else { return places }
        while true {
            let total = places.reduce(-Self.gap) { $0 + $1.width + Self.gap }
            let excess = total - width
            if excess <= 0 || shrink(&places, by: excess) { return places }
            let last = places.max { columns[$0.column].dropRank < columns[$1.column].dropRank }
            guard let last, columns[last.column].dropRank > 0 else {
                return places.map { Place(column: $0.column, width: min($0.width, width)) }
            }
            places.removeAll { $0.column == last.column }
        }
    }

    /// Takes `excess` cells from the shrinkable columns, always from the widest; false when they
    /// cannot give that many.
    private func shrink(_ places: inout [Place], by excess: Int) -> Bool {
        let spare = places.reduce(0) { sum, place in
            sum + max(0, place.width - (columns[place.column].widthMinimum ?? place.width))
        }
        guard spare >= excess else { return false }
        for _ in 0..<excess {
            let widest = places.indices
                .filter { places[$0].width > minimum(of: places[$0]) }
                .max { places[$0].width < places[$1].width }
            guard let widest else { return false }
            places[widest].width -= 1
        }
        return true
    }

    private func minimum(of place: Place) -> Int {
        columns[place.column].widthMinimum ?? place.width
    }

    private func line(_ texts: [String], _ layout: [Place]) -> String {
        var line = ""
        for place in layout {
            if !line.isEmpty || place.column != layout.first?.column {
                line += String(repeating: " ", count: Self.gap)
            }
            line += CellWidth.padded(
                CellWidth.truncated(texts[place.column], to: place.width), to: place.width,
                alignsRight: columns[place.column].alignsRight)
        }
        while line.hasSuffix(" ") { line.removeLast() }
        return line
    }
}
