/// The rows a page is taken from.
struct PageSource: BitwiseCopyable {
    enum Form: UInt8 {
        /// `rows` holds them.
        case rows
        /// Those whose cell passes the selections of alternatives.
        case cells
        /// Those that satisfy the scratch's groups.
        case groups
    }

    let form: Form
    let rows: RowSet
    /// How many; -1 while not counted.
    var count: Int
    /// Where the count is to be kept once it is known.
    var totalPlace: FilterTotals.Place?
    /// Rows must be of this relevance class as well; nil when classes play no part.
    var relevanceClass: Int?
    /// Rows must be in this set as well.
    var restriction: RowSet

    /// Whether nothing was filtered at all.
    var isEverything: Bool { form == .rows && rows.isAll }

    init(
        form: Form, rows: RowSet, count: Int, restriction: RowSet, relevanceClass: Int? = nil
    ) {
        self.form = form
        self.rows = rows
        self.count = count
        self.restriction = restriction
        self.relevanceClass = relevanceClass
    }
}

/// Which part of an order is wanted.
struct PageWindow: BitwiseCopyable {
    /// Where the page starts, if not at the first row.
    let start: CursorBound?
    let skip: Int
    let size: Int

    /// Rows after the start up to the end of the page, and one more to know whether there is one.
    var needed: Int { skip + size + 1 }
}

/// A row with the first two numbers of its place in an order.
struct Candidate: BitwiseCopyable {
    var key: UInt64
    var row: UInt32
}
