internal import EpisodeModel

// Domains: of a flat document, and among the included resources of JSON:API.
extension CatalogScanner {
    func beginDomain() -> Bool {
        domain = DomainBuilder()
        if case .domainList = stack.last { isDomainType = true } else { isDomainType = false }
        return push(.domain)
    }

    /// A domain in a line of JSON lines. Whether it is the line's content or a key that a row has
    /// beside its own, which means nothing, shows only at the line's end.
    func beginLineDomain() -> Bool {
        domain = DomainBuilder()
        isDomainType = true
        return push(.domain)
    }

    /// The end of a line that holds a domain and no row.
    func endDomainLine(_ found: DomainBuilder) -> Bool {
        lineDomain = nil
        if form == .undecided, !decideLines() { return false }
        isInRow = false
        rowNumber -= 1
        if let rowFault { return skip(rowFault) }
        return take(found)
    }

    func endDomain() -> Bool {
        defer { domain = nil }
        guard isDomainType, let domain else { return true }
        if case .row = stack.last {
            lineDomain = domain
            return true
        }
        return take(domain)
    }

    private func take(_ domain: DomainBuilder) -> Bool {
        do throws(EpisodeError) {
            try ledger.consumer.receive(domain.finish())
            return true
        } catch {
            return skip(fault(.invalid("domains: " + error.field, error.problem, error.remedy)))
        }
    }

    func beginDomainValue(isList: Bool) -> Bool {
        switch slot {
        case .structure(.attributes) where !isList: return push(.domainAttributes)
        case .domainField(let key): domain?.set(key, other: isList ? "a list" : "an object")
        default: break
        }
        return push(isList ? .skippedList : .skippedObject)
    }

    func receiveDomainScalar(_ value: Scalar, _ bytes: Span<UInt8>) {
        switch (slot, value) {
        case (.structure(.type), .text):
            if case .domain = stack.last, case .included = stack.dropLast().last {
                isDomainType = isEqual(Array("domains".utf8), bytes)
            }
        case (.domainField(let key), .text): domain?.set(key, text: bytes)
        case (.domainField(let key), .number): domain?.set(key, number: bytes)
        case (.domainField(let key), .boolean(let flag)):
            domain?.set(key, other: flag ? "true" : "false")
        default: break
        }
    }
}
