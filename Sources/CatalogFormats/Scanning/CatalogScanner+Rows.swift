internal import EpisodeModel

// Rows: flat ones and JSON:API resources.
extension CatalogScanner {
    func beginRow() -> Bool {
        startRow()
        return push(.row)
    }

    /// A list where a row should be.
    func beginStrayRow() -> Bool {
        startRow()
        return noteRowFault(.invalid("", "the row is a list", "give an object"))
            && push(.strayRow)
    }

    /// A single value where a row should be.
    func receiveStrayRow(_ found: String) -> Bool {
        startRow()
        return noteRowFault(.invalid("", "the row is \(found)", "give an object")) && endRow()
    }

    private func startRow() {
        rowNumber += 1
        let place = placeFinder?.currentPlace() ?? (line: 1, byteOffset: 1)
        rowPosition = RowPosition(
            row: rowNumber, line: place.line, byteOffset: max(place.byteOffset - 1, 0))
        row.reset()
        rowFault = nil
        repeatedKeyFault = nil
        isInRow = true
        hasRowKeys = false
        isResource = false
        foreignType = nil
        lineDomain = nil
    }

    func discardRow() {
        isInRow = false
        lineDomain = nil
        rowFault = nil
    }

    /// Marks the row as bad. The first fault stays; while it may still turn out that this is no
    /// row, nothing stops.
    func noteRowFault(_ error: EpisodeError) -> Bool {
        let fault = fault(error)
        guard skipsBadRows || form == .undecided else { return stop(fault) }
        if rowFault == nil { rowFault = fault }
        return true
    }

    func endRow() -> Bool {
        isInRow = false
        if let rowFault { return skip(rowFault) }
        do throws(EpisodeError) {
            if isResource, let type = foreignType {
                throw .invalid("type", "is '\(type)', not an episode", "give contents")
            }
            return goOn(unless: ledger.take(try row.finish(), at: rowPosition))
        } catch {
            return skip(CatalogFault(file: file, position: rowPosition, error: error))
        }
    }

    /// Resource types of the contents API that are no rows of a catalogue.
    private static let foreignTypes = [
        "attachments", "bookmarks", "categories", "domains", "groups", "permissions",
        "progressions",
    ].map { (name: $0, bytes: Array($0.utf8)) }

    func receiveResourceType(_ type: Span<UInt8>) {
        foreignType = Self.foreignTypes.first { isEqual($0.bytes, type) }?.name
    }

    /// Leaves out a bad row or domain, or stops for it.
    func skip(_ fault: CatalogFault) -> Bool {
        lastSkippedLine = rowPosition.line
        return goOn(unless: ledger.skip(fault))
    }

    private func goOn(unless fault: CatalogFault?) -> Bool {
        guard let fault else { return true }
        return stop(fault)
    }

    func receiveRowKey(_ key: Span<UInt8>) -> Bool {
        let structure = StructureKey.table.key(key)
        if form == .undecided, let structure {
            switch structure {
            case .data, .included, .episodes:
                slot = .structure(structure)
                return becomeDocument()
            default: break
            }
        }
        if let known = RowKey.table.key(key) {
            hasRowKeys = true
            slot = .field(known)
            if form == .undecided && known == .id { return decideLines() }
        } else if let structure {
            slot = .structure(structure)
        }
        return true
    }

    func beginRowObject() -> Bool {
        switch slot {
        case .structure(.attributes):
            isResource = true
            return push(.attributes)
        case .structure(.relationships): return push(.relationships)
        case .structure(.domain) where stack.count == 1: return beginLineDomain()
        case .field(let key):
            return noteRowFault(.invalid(key.name, "is an object", key.form.remedy))
                && push(.skippedObject)
        default: return push(.skippedObject)
        }
    }

    func beginRowList() -> Bool {
        switch slot {
        case .field(let key):
            switch key.form {
            case .texts, .textOrTexts, .identifiers: return push(.list(key))
            default:
                return noteRowFault(.invalid(key.name, "is a list", key.form.remedy))
                    && push(.skippedList)
            }
        case .structure(let key) where key == .attributes || key == .relationships:
            return noteRowFault(.invalid(key.name, "is a list", "give an object"))
                && push(.skippedList)
        default: return push(.skippedList)
        }
    }
}
