extension Episode {
    /// Checks what every row must satisfy, whatever it came from: bounds, no NUL, sane numbers.
    ///
    /// - Throws: the first fault found, with the field's proto name.
    /// - Complexity: O(bytes of the row).
    public func validate() throws(EpisodeError) {
        guard id != 0 else { throw .invalid("id", "is missing or 0", "give a number from 1") }
        guard !name.isEmpty else { throw .invalid("name", "is empty", "give a name") }
        for field in EpisodeField.allCases where field.kind == .text {
            try Self.validate(field.text(of: self), field: field.name, maximum: field.byteMaximum)
        }
        try Self.validate(
            streamURL, field: "stream_url", maximum: CatalogLimits.nameByteCountMaximum)
        guard domains.count <= CatalogLimits.domainCountMaximum else {
            throw .invalid(
                "domains", "has \(domains.count) values",
                "keep at most \(CatalogLimits.domainCountMaximum)")
        }
        guard !domains.contains(0) else {
            throw .invalid("domains", "holds 0", "give ids from 1")
        }
        guard features.count <= CatalogLimits.featureCountMaximum else {
            throw .invalid(
                "features", "has \(features.count) values",
                "keep at most \(CatalogLimits.featureCountMaximum)")
        }
        for feature in features {
            guard !feature.isEmpty else {
                throw .invalid("features", "holds an empty text", "leave it out")
            }
            try Self.validate(
                feature, field: "features", maximum: CatalogLimits.facetValueByteCountMaximum)
        }
        if let popularity, !popularity.isFinite {
            throw .invalid("popularity", "is not finite", "give a plain number")
        }
        try validateWhole()
    }

    /// Each field may be long, but not all of them at once: a row must fit a reply.
    private func validateWhole() throws(EpisodeError) {
        // At least what any encoding of the numbers takes.
        var byteCount = 256 + 5 * domains.count
        for field in EpisodeField.allCases where field.kind == .text {
            byteCount += field.text(of: self).utf8.count + 8
        }
        for feature in features { byteCount += feature.utf8.count + 4 }
        guard byteCount <= CatalogLimits.rowByteCountMaximum else {
            throw .invalid(
                "", "the row takes \(byteCount) bytes in all",
                "keep a row to \(CatalogLimits.rowByteCountMaximum) bytes")
        }
    }

    private static func validate(
        _ text: String, field: String, maximum: Int
    ) throws(EpisodeError) {
        guard text.utf8.count <= maximum else {
            throw .invalid(
                field, "is \(text.utf8.count) bytes long", "keep it to \(maximum) bytes")
        }
        guard !holdsNUL(text) else {
            throw .invalid(field, "holds a NUL character", "remove it")
        }
    }

    /// Looks at all bytes without stopping, which the compiler turns into wide compares.
    private static func holdsNUL(_ text: String) -> Bool {
        let bytes = text.utf8.span
        var found = false
        for index in bytes.indices { found = (bytes[index] == 0) || found }
        return found
    }
}

extension EpisodeField {
    /// Longest text of this field, in bytes of UTF-8.
    public var byteMaximum: Int {
        switch self {
        case .name, .parentName, .uri, .artworkURL: CatalogLimits.nameByteCountMaximum
        case .contentType, .subscriptionType: CatalogLimits.facetValueByteCountMaximum
        default: CatalogLimits.textByteCountMaximum
        }
    }
}
