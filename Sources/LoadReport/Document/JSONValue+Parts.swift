internal import CatalogFormats

/// Short ways to the parts of a document; nil for what is of another kind.
extension JSONValue {
    var string: String? {
        guard case .string(let text) = self else { return nil }
        return text
    }

    var double: Double? {
        guard case .number(let number) = self else { return nil }
        return number.real
    }

    /// A whole number that fits.
    func integer<Number: FixedWidthInteger>(_ type: Number.Type = Number.self) -> Number? {
        guard case .number(let number) = self, let whole = number.wholeNumber else { return nil }
        return whole.isNegative
            ? Int64(exactly: whole.magnitude).flatMap { Number(exactly: -$0) }
            : Number(exactly: whole.magnitude)
    }

    var elements: [JSONValue]? {
        guard case .array(let elements) = self else { return nil }
        return elements
    }
}
