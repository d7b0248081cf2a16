internal import EpisodeModel

/// The keys of a domain, in both the flat and the JSON:API form.
enum DomainKey: String, NamedKey {
    case id, name, slug, description, level, ordinal

    var name: String { rawValue }

    static let table = KeyTable<DomainKey>()
}

/// Gathers one domain.
///
/// Faults wait until the end: a JSON:API document includes resources of all types, and only what
/// calls itself a domain must look like one.
struct DomainBuilder {
    private var id: UInt64?
    private var texts: [DomainKey: String] = [:]
    private var ordinal: UInt32?
    private(set) var fault: EpisodeError?
    private var keptByteCount = 0

    init() {}

    mutating func note(_ fault: EpisodeError) {
        if self.fault == nil { self.fault = fault }
    }

    private mutating func refuse(_ key: DomainKey, _ value: String) {
        let remedy =
            key == .id || key == .ordinal
            ? "give a whole number up to 4294967295" : "give a text"
        note(.invalid(key.name, "is \(value)", remedy))
    }

    mutating func set(_ key: DomainKey, text: Span<UInt8>) {
        switch key {
        case .id:
            id = NumberText.digits(text)
            if id == nil { refuse(key, "'\(shortText(text))'") }
        case .ordinal: refuse(key, "the text '\(shortText(text))'")
        default:
            keptByteCount += text.count
            guard keptByteCount <= CatalogLimits.textByteCountMaximum else {
                return note(.invalid(key.name, "is too long", "shorten the domain's texts"))
            }
            do throws(EpisodeError) {
                let value = try validText(text, field: key.name)
                guard !value.utf8.contains(0) else {
                    throw .invalid(key.name, "holds a NUL character", "remove it")
                }
                texts[key] = value
            } catch {
                note(error)
            }
        }
    }

    mutating func set(_ key: DomainKey, number: Span<UInt8>) {
        switch key {
        case .id:
            id = NumberText.wholeNumber(number)
            if id == nil { refuse(key, shortText(number)) }
        case .ordinal:
            let value = NumberText.wholeNumber(number).flatMap(UInt32.init(exactly:))
            ordinal = value == 0 ? nil : value
            if value == nil { refuse(key, shortText(number)) }
        default: refuse(key, "the number \(shortText(number))")
        }
    }

    /// Notes a value that no key of a domain can have.
    mutating func set(_ key: DomainKey, other value: String) { refuse(key, value) }

    /// The domain, checked.
    func finish() throws(EpisodeError) -> Domain {
        if let fault { throw fault }
        guard let id, id != 0, let number = UInt32(exactly: id) else {
            throw .invalid(
                "id", id.map { "is \($0)" } ?? "is missing", "give a number from 1 to 4294967295")
        }
        guard let name = texts[.name], !name.isEmpty else {
            throw .invalid("name", "is missing", "give the domain a name")
        }
        var domain = Domain(id: number, name: name)
        domain.slug = texts[.slug] ?? ""
        domain.description = texts[.description] ?? ""
        domain.level = texts[.level] ?? ""
        domain.ordinal = ordinal
        try domain.validate()
        return domain
    }
}
