internal import EpisodeModel

// The outermost level of a file.
extension CatalogScanner {
    private static let formsRemedy =
        "give a JSON:API document, a list of rows, or one row object on each line"

    func beginTopObject() -> Bool {
        if form == .document { return stopAfterEnd() }
        return beginRow()
    }

    func beginTopList() -> Bool {
        switch form {
        case .undecided:
            form = .document
            return isFormat(.json) && push(.rows)
        case .lines: return beginStrayRow()
        case .document: return stopAfterEnd()
        }
    }

    func receiveTopScalar(_ value: Scalar, _ bytes: Span<UInt8>) -> Bool {
        switch form {
        case .undecided:
            return stop(
                .invalid("", "the file begins with \(value.shown(bytes))", Self.formsRemedy))
        case .lines: return receiveStrayRow(value.shown(bytes))
        case .document: return stopAfterEnd()
        }
    }

    private func stopAfterEnd() -> Bool {
        stop(.invalid("", "more follows after the end of the document", "remove what follows"))
    }

    /// Whether the file may be of this format; stops when another one was named.
    private func isFormat(_ found: CatalogFormat) -> Bool {
        guard let format, format != found else { return true }
        return stop(
            .invalid(
                "", found == .json ? "is one JSON document" : "is JSON lines",
                "read it with --format \(found.rawValue) or auto"))
    }

    /// The object at the top turns out to be a document, not a row.
    func becomeDocument() -> Bool {
        form = .document
        guard isFormat(.json) else { return false }
        // What was wrong with it as a row says nothing, but a key that came twice does.
        if let repeatedKeyFault { return stop(repeatedKeyFault) }
        stack[0] = .document
        discardRow()
        rowNumber = 0
        return true
    }

    /// An object at the top ended without a key that tells what it is.
    func endUndecidedObject() -> Bool {
        if hasRowKeys { return decideLines() && endRow() }
        form = .document
        guard isFormat(.json) else { return false }
        discardRow()
        rowNumber = 0
        return true
    }

    /// The object at the top is a row; others may follow on the next lines.
    func decideLines() -> Bool {
        form = .lines
        guard isFormat(.jsonl) else { return false }
        if !skipsBadRows, let rowFault { return stop(rowFault) }
        guard let place = placeFinder?.currentPlace(), place.line != rowPosition.line else {
            return true
        }
        return stop(
            .invalid(
                "", "the row goes over several lines",
                "put each row on one line, or all rows into a list"))
    }

    func beginDocumentObject() -> Bool {
        switch slot {
        case .structure(.data): return beginRow()
        case .structure(.episodes), .structure(.included), .structure(.domains):
            return stopForSlot("an object")
        default: return push(.skippedObject)
        }
    }

    func beginDocumentList() -> Bool {
        switch slot {
        case .structure(.data), .structure(.episodes): return push(.rows)
        case .structure(.included): return push(.included)
        case .structure(.domains): return push(.domainList)
        default: return push(.skippedList)
        }
    }

    func receiveDocumentScalar(_ value: Scalar, _ bytes: Span<UInt8>) -> Bool {
        guard case .structure(let key) = slot else { return true }
        if case .null = value { return true }
        switch key {
        case .data, .episodes, .included, .domains: return stopForSlot(value.shown(bytes))
        default: return true
        }
    }

    private func stopForSlot(_ found: String) -> Bool {
        guard case .structure(let key) = slot else { return true }
        return stop(.invalid(key.name, "is \(found)", "give a list"))
    }
}
