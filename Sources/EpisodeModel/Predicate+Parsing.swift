extension Predicate {
    /// Checks that the operator fits the field and reads the value by the field's kind.
    ///
    /// - Parameter path: where the predicate stands in the request, such as `predicates[0]`.
    /// - Throws: `EpisodeError` naming the offending part and what would be right.
    public static func parse(
        fieldName: String, comparison: Operator, value: String, isExact: Bool, path: String
    ) throws(EpisodeError) -> Predicate {
        guard let field = EpisodeField(name: fieldName) else {
            let known = EpisodeField.allCases.map(\.name).joined(separator: ", ")
            throw .invalid(
                "\(path).field", "unknown field '\(fieldName.prefix(64))'", "use one of \(known)")
        }
        guard field.operators.contains(comparison) else {
            let known = field.operators.map(\.name).joined(separator: ", ")
            throw .invalid(
                "\(path).operator", "\(comparison.name) does not apply to \(field.name)",
                "use one of \(known)")
        }
        return Predicate(
            field: field, comparison: comparison,
            value: try parseValue(value, of: field, comparison, path: "\(path).value"),
            isExact: isExact)
    }

    private static func parseValue(
        _ text: String, of field: EpisodeField, _ comparison: Operator, path: String
    ) throws(EpisodeError) -> Value {
        if comparison == .present || comparison == .absent {
            guard text.isEmpty else {
                throw .invalid(path, "\(comparison.name) takes no value", "leave the value empty")
            }
            return .none
        }
        let shown = text.prefix(64)
        switch field.kind {
        case .text, .textList:
            return .text(text)
        case .integer, .integerList:
            guard text.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let number = UInt64(text),
                number <= field.integerMaximum
            else {
                throw .invalid(
                    path, "'\(shown)' is not a value of \(field.name)",
                    "write a whole number from 0 to \(field.integerMaximum)")
            }
            return .integer(number)
        case .real:
            guard text.utf8.allSatisfy(isOfDecimalNumber), let number = Double(text),
                number.isFinite
            else {
                throw .invalid(
                    path, "'\(shown)' is not a value of \(field.name)",
                    "write a number such as 12 or 0.5")
            }
            return .real(number)
        case .timestamp:
            guard let moment = Timestamp(rfc3339: text) else {
                throw .invalid(
                    path, "'\(shown)' is not a value of \(field.name)",
                    "write a date such as 2020-01-31 or 2020-01-31T08:00:00Z")
            }
            return .timestamp(moment)
        case .difficulty:
            guard let difficulty = Difficulty(name: text) else {
                let known = Difficulty.allCases.map(\.name).joined(separator: ", ")
                throw .invalid(
                    path, "'\(shown)' is not a value of \(field.name)", "use one of \(known)")
            }
            return .difficulty(difficulty)
        }
    }
}

/// `Double` alone would read hexadecimal numbers too.
private func isOfDecimalNumber(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x30...0x39, UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "."),
        UInt8(ascii: "e"), UInt8(ascii: "E"):
        true
    default: false
    }
}

extension EpisodeField {
    /// The operators that make sense for this field's kind.
    public var operators: [Predicate.Operator] {
        switch kind {
        case .text, .textList:
            [.equals, .notEquals, .beginsWith, .contains, .present, .absent]
        case .integer, .real, .timestamp:
            [.equals, .notEquals, .atLeast, .atMost, .present, .absent]
        case .integerList, .difficulty:
            [.equals, .notEquals, .present, .absent]
        }
    }
}

extension Predicate.Operator {
    /// The proto enum value's name.
    public var name: String {
        switch self {
        case .equals: "EQUALS"
        case .notEquals: "NOT_EQUALS"
        case .beginsWith: "BEGINS_WITH"
        case .contains: "CONTAINS"
        case .atLeast: "AT_LEAST"
        case .atMost: "AT_MOST"
        case .present: "PRESENT"
        case .absent: "ABSENT"
        }
    }
}
