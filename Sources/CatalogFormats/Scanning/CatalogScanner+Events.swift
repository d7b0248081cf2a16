internal import EpisodeModel

// What the parser calls. Each method returns false to stop it.
extension CatalogScanner {
    func receiveNull() -> Bool { receive(.null, [UInt8]().span) }
    func receive(boolean value: Bool) -> Bool { receive(.boolean(value), [UInt8]().span) }
    func receive(number text: Span<UInt8>) -> Bool { receive(.number, text) }
    func receive(text: Span<UInt8>) -> Bool { receive(.text, text) }

    func beginObject() -> Bool {
        hasNewEvents = true
        guard let context = stack.last else { return beginTopObject() }
        switch context {
        case .rows: return beginRow()
        case .document: return beginDocumentObject()
        case .row, .attributes: return beginRowObject()
        case .relationships:
            if case .structure(.domains) = slot { return push(.domainsRelationship) }
        case .domainsRelationship:
            if case .structure(.data) = slot { return push(.reference) }
        case .references: return push(.reference)
        case .list(let key): return beginListObject(key)
        case .included, .domainList: return beginDomain()
        case .domain, .domainAttributes: return beginDomainValue(isList: false)
        default: break
        }
        return push(.skippedObject)
    }

    func beginList() -> Bool {
        hasNewEvents = true
        guard let context = stack.last else { return beginTopList() }
        switch context {
        case .rows: return beginStrayRow()
        case .document: return beginDocumentList()
        case .row, .attributes: return beginRowList()
        case .list(let key):
            return noteRowFault(.invalid(key.name, "holds a list", key.form.remedy))
                && push(.skippedList)
        case .domainsRelationship:
            if case .structure(.data) = slot { return push(.references) }
        case .domain, .domainAttributes: return beginDomainValue(isList: true)
        default: break
        }
        return push(.skippedList)
    }

    func endObject() -> Bool { end() }
    func endList() -> Bool { end() }

    private func end() -> Bool {
        hasNewEvents = true
        slot = .nothing
        switch stack.popLast() {
        case .row:
            if let lineDomain, !hasRowKeys { return endDomainLine(lineDomain) }
            return form == .undecided ? endUndecidedObject() : endRow()
        case .strayRow: return endRow()
        case .domain: return endDomain()
        default: return true
        }
    }

    func receive(key: Span<UInt8>) -> Bool {
        hasNewEvents = true
        slot = .nothing
        guard let context = stack.last else { return true }
        if case .skippedObject = context { return true }
        do throws(EpisodeError) {
            try noteKey(key)
        } catch {
            if domain != nil {
                domain?.note(error)
            } else if isInRow {
                if form == .undecided, stack.count == 1 { repeatedKeyFault = fault(error) }
                if !noteRowFault(error) { return false }
            } else {
                return stop(error)
            }
        }
        switch context {
        case .row: return receiveRowKey(key)
        case .attributes:
            if let known = RowKey.table.key(key), known != .id { slot = .field(known) }
        case .domain, .domainAttributes:
            if let known = DomainKey.table.key(key) {
                slot = .domainField(known)
            } else if let known = StructureKey.table.key(key) {
                slot = .structure(known)
            }
        default:
            if let known = StructureKey.table.key(key) { slot = .structure(known) }
        }
        return true
    }

    private func receive(_ value: Scalar, _ bytes: Span<UInt8>) -> Bool {
        hasNewEvents = true
        defer { slot = .nothing }
        guard let context = stack.last else { return receiveTopScalar(value, bytes) }
        switch context {
        case .rows: return receiveStrayRow(value.shown(bytes))
        case .document: return receiveDocumentScalar(value, bytes)
        case .row, .attributes: return receiveRowScalar(value, bytes)
        case .list(let key): return receiveListScalar(key, value, bytes)
        case .domainsRelationship, .references, .reference:
            return receiveReferenceScalar(context, value, bytes)
        case .domain, .domainAttributes: receiveDomainScalar(value, bytes)
        default: break
        }
        return true
    }
}
