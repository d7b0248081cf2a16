internal import EpisodeModel

/// Knows where the parser is, for the places in messages.
protocol PlaceFinder: AnyObject {
    /// The line and byte of the end of the current token.
    func currentPlace() -> (line: Int, byteOffset: Int64)
}

/// Turns the parser's events into rows and domains.
///
/// The file's form shows itself on the way: an object at the top is taken for a row of JSON lines
/// until a key tells that it is a document.
final class CatalogScanner {
    enum Form {
        case undecided
        /// One row after the other, each on a line of its own.
        case lines
        case document
    }

    let ledger: ReadLedger
    /// The format that the caller named; nil = whatever the file shows.
    let format: CatalogFormat?
    weak var placeFinder: (any PlaceFinder)?

    var form = Form.undecided
    var stack: [Context] = []
    var slot = Slot.nothing
    /// The fault that stopped the parser.
    var stopFault: CatalogFault?
    /// Whether any event came since the session last asked.
    var hasNewEvents = false

    /// The keys of each open object, by depth.
    private var registers: [KeyRegister] = []

    var row = RowBuilder()
    var rowNumber = 0
    var rowPosition = RowPosition(row: 0, line: 0, byteOffset: 0)
    var rowFault: CatalogFault?
    /// A key that came twice in an object that is not yet known to be a row.
    var repeatedKeyFault: CatalogFault?
    /// The line of the last row that was left out.
    var lastSkippedLine = 0
    var isInRow = false
    var hasRowKeys = false
    var isResource = false
    /// The resource's type when that is not a row's.
    var foreignType: String?

    var domain: DomainBuilder?
    var isDomainType = false
    /// The domain of a line that may turn out to be one's own: `{"domain": {…}}`.
    var lineDomain: DomainBuilder?

    init(ledger: ReadLedger, format: CatalogFormat?) {
        self.ledger = ledger
        self.format = format
    }

    var file: String { ledger.file }
    var skipsBadRows: Bool { ledger.skipsBadRows }

    /// A fault at the current place.
    func fault(_ error: EpisodeError) -> CatalogFault {
        let place = placeFinder?.currentPlace() ?? (line: 1, byteOffset: 0)
        let position = RowPosition(
            row: isInRow ? rowNumber : 0, line: place.line, byteOffset: place.byteOffset)
        return CatalogFault(file: file, position: position, error: error)
    }

    /// Stops the parser; what an event method returns.
    func stop(_ fault: CatalogFault) -> Bool {
        stopFault = fault
        return false
    }

    func stop(_ error: EpisodeError) -> Bool { stop(fault(error)) }
}

// Depth and keys.
extension CatalogScanner {
    /// Enters an object or list.
    func push(_ context: Context) -> Bool {
        slot = .nothing
        guard stack.count < CatalogFileLimits.nestingMaximum else {
            return stop(
                .invalid(
                    "",
                    "more than \(CatalogFileLimits.nestingMaximum) lists and objects are"
                        + " inside each other", "flatten the value"))
        }
        stack.append(context)
        if registers.count < stack.count { registers.append(KeyRegister()) }
        registers[stack.count - 1].removeAll()
        return true
    }

    func noteKey(_ key: Span<UInt8>) throws(EpisodeError) {
        try registers[stack.count - 1].insert(key)
    }

    /// Forgets what is open and counts it as a bad row, after a line that was not JSON.
    func abandonLine(_ fault: CatalogFault) {
        stack.removeAll(keepingCapacity: true)
        slot = .nothing
        let isCounted =
            !isInRow && rowNumber > 0 && rowPosition.line == lastSkippedLine
            && fault.position?.line == lastSkippedLine
        if !isInRow && !isCounted { rowNumber += 1 }
        isInRow = false
        domain = nil
        lineDomain = nil
        rowFault = nil
        stopFault = nil
        // A single value before the broken part has made this line a bad row already.
        if !isCounted { _ = skip(fault) }
    }
}

// Faults that the session finds.
extension CatalogScanner {
    /// A fault of the file's text; in JSON lines it belongs to the row on that line.
    func lineFault(
        _ place: (line: Int, byteOffset: Int64), _ problem: String, _ remedy: String
    ) -> CatalogFault {
        let isRow = isInRow && form != .undecided
        let number = isRow ? rowNumber : form == .lines ? rowNumber + 1 : 0
        return CatalogFault(
            file: file,
            position: RowPosition(row: number, line: place.line, byteOffset: place.byteOffset),
            field: "", problem: problem, remedy: remedy)
    }

    /// A fault for text that ends too early, with the signs that are missing.
    func unfinishedFault(_ place: (line: Int, byteOffset: Int64), _ what: String) -> CatalogFault {
        let missing = stack.reversed().map(\.closingSign).joined()
        return lineFault(
            place, "\(what) ends too early, at byte \(place.byteOffset): '\(missing)' is missing",
            what == "the line" ? "put each row on one line" : "write the file anew; it is cut off")
    }

    /// Notes half of a surrogate pair at the current place.
    func noteLoneHalf() -> CatalogFault? {
        var field = ""
        switch slot {
        case .field(let key): field = key.name
        case .domainField(let key): field = key.name
        default: if case .list(let key) = stack.last { field = key.name }
        }
        let error = EpisodeError.invalid(
            field, "holds half of a surrogate pair", "write both halves, or the character itself")
        if let domain {
            var marked = domain
            marked.note(error)
            self.domain = marked
            return nil
        }
        if isInRow { return noteRowFault(error) ? nil : stopFault }
        return fault(error)
    }
}
