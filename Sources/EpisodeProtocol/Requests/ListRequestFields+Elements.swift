internal import EpisodeModel

// Elements that must be one of a few known things; each error names the element's index.
extension ListRequestFields {
    mutating func addDifficulty(
        _ value: UInt64, to query: inout EpisodeQuery
    ) throws(EpisodeError) {
        let index = difficultyCount
        difficultyCount += 1
        let number = Int32(truncatingIfNeeded: value)
        guard let difficulty = UInt8(exactly: number).flatMap({ Difficulty(rawValue: $0) }) else {
            let known = Difficulty.allCases.map { "\($0.rawValue) (\($0.name))" }
            throw .invalid(
                "difficulties[\(index)]", "\(number) is not a difficulty",
                "use one of \(known.joined(separator: ", "))")
        }
        if !query.difficulties.contains(difficulty) { query.difficulties.append(difficulty) }
    }

    mutating func addFacet(_ value: UInt64, to query: inout EpisodeQuery) throws(EpisodeError) {
        let index = facetCount
        facetCount += 1
        let number = Int32(truncatingIfNeeded: value)
        guard let facet = UInt8(exactly: number).flatMap({ Facet(rawValue: $0) }) else {
            let known = Facet.allCases.map { "\($0.rawValue) (\($0.name))" }
            throw .invalid(
                "facets[\(index)]", "\(number) is not a facet",
                "use one of \(known.joined(separator: ", "))")
        }
        if !query.facets.contains(facet) { query.facets.append(facet) }
    }

    /// Predicate: 1 field, 2 operator, 3 value, 4 exact.
    mutating func addPredicate(
        _ field: WireField, to query: inout EpisodeQuery
    ) throws(EpisodeError) {
        let path = "predicates[\(predicateCount)]"
        predicateCount += 1
        var (name, value) = ("", "")
        var comparison: Int32 = 0
        var isExact = false
        var reader = unsafe WireReader(field.bytes)
        while let part = try reader.next(fieldsLeft: &fieldsLeft) {
            guard (1...4).contains(part.number) else { continue }
            func partPath() -> String {
                "\(path).\(["field", "operator", "value", "exact"][Int(part.number) - 1])"
            }
            let expected: WireType = part.number % 2 == 1 ? .bytes : .varint
            guard part.type == expected else { throw .wrongType(partPath(), part.type) }
            if expected == .bytes { unsafe try WireText.check(part.bytes, field: partPath()) }
            switch part.number {
            case 1: name = unsafe String(decoding: part.bytes, as: UTF8.self)
            case 2: comparison = Int32(truncatingIfNeeded: part.scalar)
            case 3: value = unsafe String(decoding: part.bytes, as: UTF8.self)
            default: isExact = part.scalar != 0
            }
        }
        let operation = try Self.operation(comparison, path: path)
        let predicate = try Predicate.parse(
            fieldName: name, comparison: operation, value: value, isExact: isExact, path: path)
        try Self.refuseEmptyText(predicate, path: path)
        if query.predicates.contains(predicate) { return }
        guard query.predicates.count < Predicate.countMaximum else {
            throw .invalid(
                "predicates", "has over \(Predicate.countMaximum) conditions", "use fewer")
        }
        query.predicates.append(predicate)
    }

    private static func operation(
        _ number: Int32, path: String
    ) throws(EpisodeError) -> Predicate.Operator {
        guard let operation = UInt8(exactly: number).flatMap({ Predicate.Operator(rawValue: $0) })
        else {
            let known = Predicate.Operator.allCases.map { "\($0.rawValue) (\($0.name))" }
            throw .invalid(
                "\(path).operator", "\(number) is not an operator",
                "use one of \(known.joined(separator: ", "))")
        }
        return operation
    }

    private static func refuseEmptyText(
        _ predicate: Predicate, path: String
    ) throws(EpisodeError) {
        guard case .text(let text) = predicate.value, text.isEmpty,
            predicate.comparison != .notEquals
        else { return }
        throw .invalid(
            "\(path).value", "is empty",
            "give a text, or use ABSENT or PRESENT to ask whether \(predicate.field.name) has one")
    }
}
