extension Domain {
    /// Checks what every domain must satisfy, whatever it came from.
    ///
    /// - Throws: the first fault found, with the field's proto name.
    public func validate() throws(EpisodeError) {
        guard id != 0 else { throw .invalid("id", "is missing or 0", "give a number from 1") }
        guard !name.isEmpty else { throw .invalid("name", "is empty", "give the domain a name") }
        let short = CatalogLimits.nameByteCountMaximum
        let texts = [
            ("name", name, short), ("slug", slug, short), ("level", level, short),
            ("description", description, CatalogLimits.textByteCountMaximum),
        ]
        for (field, text, maximum) in texts {
            guard text.utf8.count <= maximum else {
                throw .invalid(
                    field, "is \(text.utf8.count) bytes long", "keep it to \(maximum) bytes")
            }
            guard !text.utf8.contains(0) else {
                throw .invalid(field, "holds a NUL character", "remove it")
            }
        }
    }

    /// What it counts towards `CatalogLimits.domainsByteCountMaximum`.
    public var byteCount: Int {
        name.utf8.count + slug.utf8.count + description.utf8.count + level.utf8.count + 64
    }
}

extension EpisodeError {
    /// The domains of a catalogue are over `CatalogLimits.domainsByteCountMaximum`.
    public static let domainsTooLong = EpisodeError(
        code: .resourceExhausted, field: "domains",
        problem: "hold over \(CatalogLimits.domainsByteCountMaximum) bytes of text",
        remedy: "shorten their descriptions")
}

extension Sequence<Domain> {
    /// Checks the domains of a whole catalogue together.
    public func validateTogether() throws(EpisodeError) {
        guard reduce(0, { $0 + $1.byteCount }) <= CatalogLimits.domainsByteCountMaximum else {
            throw .domainsTooLong
        }
    }

    /// As every list shows them: by ordinal, then id, the ones without an ordinal last.
    public var inListOrder: [Domain] {
        sorted { ($0.ordinal ?? .max, $0.id) < ($1.ordinal ?? .max, $1.id) }
    }
}
