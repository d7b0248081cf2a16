internal import EpisodeModel

// Single values inside of rows.
extension CatalogScanner {
    func receiveRowScalar(_ value: Scalar, _ bytes: Span<UInt8>) -> Bool {
        switch slot {
        case .field(let key):
            do throws(EpisodeError) {
                switch value {
                case .text: try row.set(key, text: bytes)
                case .number: try row.set(key, number: bytes)
                case .boolean(let flag): try row.set(key, boolean: flag)
                case .null: break
                }
                return true
            } catch {
                return noteRowFault(error)
            }
        case .structure(.type):
            if case .text = value { receiveResourceType(bytes) }
            return true
        case .structure(let key) where key == .attributes || key == .relationships:
            if case .null = value { return true }
            return noteRowFault(
                .invalid(key.name, "is \(value.shown(bytes))", "give an object"))
        default: return true
        }
    }

    func receiveListScalar(_ key: RowKey, _ value: Scalar, _ bytes: Span<UInt8>) -> Bool {
        do throws(EpisodeError) {
            switch value {
            case .text: try row.append(key, text: bytes)
            case .number: try row.append(key, number: bytes)
            case .boolean, .null:
                throw .invalid(key.name, "holds \(value.shown(bytes))", key.form.remedy)
            }
            return true
        } catch {
            return noteRowFault(error)
        }
    }

    /// An object in a list of a row's values, unless it shows that the whole is a flat document
    /// which begins with its domains.
    func beginListObject(_ key: RowKey) -> Bool {
        if form == .undecided, stack.count == 2, key == .domains, !row.hasDomains {
            guard becomeDocument() else { return false }
            stack[1] = .domainList
            return beginDomain()
        }
        return noteRowFault(.invalid(key.name, "holds an object", key.form.remedy))
            && push(.skippedObject)
    }

    /// Values of a resource's relationship to its domains: `{"data": [{"id": "1", "type": …}]}`.
    func receiveReferenceScalar(
        _ context: Context, _ value: Scalar, _ bytes: Span<UInt8>
    ) -> Bool {
        let field = "relationships.domains"
        do throws(EpisodeError) {
            switch (context, slot, value) {
            case (.reference, .structure(.id), .text):
                try row.append(.domainIDs, text: bytes)
            case (.reference, .structure(.id), .number):
                try row.append(.domainIDs, number: bytes)
            case (.reference, .structure(.id), _), (.references, _, _):
                throw .invalid(field, "holds \(value.shown(bytes))", "give id and type of each")
            case (.domainsRelationship, .structure(.data), .null): break
            case (.domainsRelationship, .structure(.data), _):
                throw .invalid(field, "is \(value.shown(bytes))", "give a list")
            default: break
            }
            return true
        } catch {
            return noteRowFault(.invalid(field, error.problem, error.remedy))
        }
    }
}
