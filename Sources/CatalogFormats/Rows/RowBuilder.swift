internal import EpisodeModel

/// Gathers the values of one row and makes an episode of them.
struct RowBuilder {
    private var texts = RowTexts()
    private var id: UInt64 = 0
    private var videoIdentifier: UInt64 = 0
    private var duration: UInt32 = 0
    private var durationSeconds: UInt32 = 0
    private var ordinal: UInt32 = 0
    private var popularity: Double = 0
    private var isFree: Bool?
    private var isProfessional: Bool?
    private var difficulty = Difficulty.allLevels
    private var releasedAt: Timestamp?
    private var domains: [UInt32] = []
    private var domainIDs: [UInt32] = []
    private var features: [String] = []
    private var keptByteCount = 0
    /// Whether the keys `description` and `description_html` were given, be it with an empty text.
    private var hasDescription = false
    private var hasDescriptionHTML = false

    init() {}

    /// Begins another row and keeps what memory there is.
    mutating func reset() {
        texts.removeAll()
        (id, videoIdentifier) = (0, 0)
        (duration, durationSeconds, ordinal) = (0, 0, 0)
        popularity = 0
        (isFree, isProfessional) = (nil, nil)
        difficulty = .allLevels
        releasedAt = nil
        (domains, domainIDs) = ([], [])
        features = []
        keptByteCount = 0
        (hasDescription, hasDescriptionHTML) = (false, false)
    }

    /// Notes that both forms of the description are given, also where they are empty: both are kept
    /// exactly as they are.
    mutating func expectBothDescriptions() {
        hasDescription = true
        hasDescriptionHTML = true
    }

    /// Whether a domain was named, under either key.
    var hasDomains: Bool { !domains.isEmpty || !domainIDs.isEmpty }

    private static func wrong(_ key: RowKey, _ value: String) -> EpisodeError {
        .invalid(key.name, "is \(value)", key.form.remedy)
    }

    /// Takes a text that stands as the key's value.
    mutating func set(_ key: RowKey, text: Span<UInt8>) throws(EpisodeError) {
        if key == .description { hasDescription = true }
        if key == .descriptionHTML { hasDescriptionHTML = true }
        if text.isEmpty && !Self.needsValue(key.form) { return }
        switch key.form {
        case .text, .textOrTexts: texts[key] = try kept(text, key)
        case .identifier:
            guard setIdentifier(key, NumberText.digits(text)) else {
                throw Self.wrong(key, "'\(shortText(text))'")
            }
        case .difficulty: try setDifficulty(text)
        case .timestamp:
            guard let value = Timestamp(rfc3339: try kept(text, key)) else {
                throw Self.wrong(key, "'\(shortText(text))'")
            }
            releasedAt = value
        case .texts, .identifiers, .count, .real, .boolean:
            throw Self.wrong(key, "the text '\(shortText(text))'")
        }
    }

    /// Forms in which even an empty text is a fault; elsewhere it means absent.
    private static func needsValue(_ form: RowKey.Form) -> Bool {
        switch form {
        case .text, .textOrTexts, .difficulty, .timestamp: false
        default: true
        }
    }

    /// Takes a number that stands as the key's value.
    mutating func set(_ key: RowKey, number: Span<UInt8>) throws(EpisodeError) {
        switch key.form {
        case .identifier:
            guard setIdentifier(key, NumberText.wholeNumber(number)) else {
                throw Self.wrong(key, shortText(number))
            }
        case .count:
            guard let value = NumberText.wholeNumber(number).flatMap(UInt32.init(exactly:)) else {
                throw Self.wrong(key, shortText(number))
            }
            switch key {
            case .duration: duration = value
            case .durationSeconds: durationSeconds = value
            default: ordinal = value
            }
        case .real:
            guard let value = NumberText.real(number), value.isFinite else {
                throw .invalid(
                    key.name, "is \(shortText(number)), too large",
                    "give a number below 1.8e308")
            }
            popularity = value
        default: throw Self.wrong(key, "the number \(shortText(number))")
        }
    }

    mutating func set(_ key: RowKey, boolean value: Bool) throws(EpisodeError) {
        switch key {
        case .free: isFree = value
        case .professional: isProfessional = value
        default: throw Self.wrong(key, value ? "true" : "false")
        }
    }

    /// False when that is no identifier; 0 is an absent one, but every row needs an id.
    private mutating func setIdentifier(_ key: RowKey, _ value: UInt64?) -> Bool {
        guard let value, value != 0 || key == .videoIdentifier else { return false }
        if key == .videoIdentifier { videoIdentifier = value } else { id = value }
        return true
    }

    private mutating func setDifficulty(_ text: Span<UInt8>) throws(EpisodeError) {
        let name = try kept(text, .difficulty)
        if let value = Difficulty(name: name) {
            difficulty = value
        } else if name.lowercased() != "all" {
            throw Self.wrong(.difficulty, "'\(shortText(text))'")
        }
    }

    private mutating func kept(_ text: Span<UInt8>, _ key: RowKey) throws(EpisodeError) -> String {
        keptByteCount += text.count
        guard keptByteCount <= CatalogFileLimits.rowByteCountMaximum else {
            throw .invalid(
                key.name,
                "brings the row over \(CatalogFileLimits.rowByteCountMaximum) bytes of text",
                "shorten the row's texts")
        }
        return try validText(text, field: key.name)
    }
}

extension RowBuilder {
    /// Takes one text of a list.
    mutating func append(_ key: RowKey, text: Span<UInt8>) throws(EpisodeError) {
        switch key.form {
        case .identifiers:
            guard try appendDomain(key, NumberText.digits(text)) else {
                throw .invalid(key.name, "holds '\(shortText(text))'", key.form.remedy)
            }
        case .texts:
            let feature = try kept(text, key)
            // By bytes: strings are equal already when they are canonically equivalent.
            guard !features.contains(where: { $0.utf8.elementsEqual(feature.utf8) }) else { return }
            guard features.count < CatalogLimits.featureCountMaximum else {
                throw .invalid(
                    key.name, "has over \(CatalogLimits.featureCountMaximum) values",
                    "keep the ones that matter")
            }
            features.append(feature)
        default:
            let part = try kept(text, key)
            guard !part.isEmpty else { return }
            keptByteCount += RowTexts.separator.utf8.count
            texts.join(key, part)
        }
    }

    /// Takes one number of a list.
    mutating func append(_ key: RowKey, number: Span<UInt8>) throws(EpisodeError) {
        guard case .identifiers = key.form else {
            throw Self.wrong(key, "a list with the number \(shortText(number))")
        }
        guard try appendDomain(key, NumberText.wholeNumber(number)) else {
            throw .invalid(key.name, "holds \(shortText(number))", key.form.remedy)
        }
    }

    /// False when that is no id of a domain.
    private mutating func appendDomain(
        _ key: RowKey, _ value: UInt64?
    ) throws(EpisodeError) -> Bool {
        guard let id = value.flatMap(UInt32.init(exactly:)), id != 0 else { return false }
        let count = key == .domains ? domains.count : domainIDs.count
        // Repeats are dropped at the end; this only bounds what is held until then.
        guard count < CatalogFileLimits.rowByteCountMaximum / 8 else {
            throw .invalid(key.name, "has over \(count) values", "name each domain once")
        }
        if key == .domains { domains.append(id) } else { domainIDs.append(id) }
        return true
    }
}

extension RowBuilder {
    /// The episode, checked. The builder has given its texts away afterwards.
    mutating func finish() throws(EpisodeError) -> Episode {
        guard id != 0 else { throw .invalid("id", "is missing", RowKey.id.form.remedy) }
        guard let name = texts.take(.name) else {
            throw .invalid("name", "is missing", "give a name")
        }
        var episode = Episode(id: id, name: name)
        (episode.description, episode.descriptionHTML) = descriptions()
        episode.parentName = texts.take(.parentName) ?? ""
        episode.domains = Self.ascending(domains.isEmpty ? domainIDs : domains)
        episode.difficulty = difficulty
        episode.contentType = texts.take(.contentType) ?? ""
        episode.subscriptionType = texts.take(.subscriptionType) ?? plan
        episode.releasedAt = releasedAt
        episode.popularity = popularity == 0 ? nil : popularity
        episode.durationSeconds = Self.present(duration) ?? Self.present(durationSeconds)
        episode.videoIdentifier = videoIdentifier == 0 ? nil : videoIdentifier
        episode.features = features
        episode.uri = texts.take(.uri) ?? ""
        episode.artworkURL = texts.take(.cardArtworkURL) ?? texts.take(.artworkURL) ?? ""
        episode.technology = texts.take(.technologyTriple) ?? texts.take(.technology) ?? ""
        episode.contributors =
            texts.take(.contributorString) ?? texts.take(.contributors) ?? texts.take(.speakers)
            ?? ""
        episode.ordinal = Self.present(ordinal)
        episode.streamURL = texts.take(.streamURL) ?? texts.take(.videoURL) ?? ""
        try episode.validate()
        return episode
    }

    private static func present(_ value: UInt32) -> UInt32? { value == 0 ? nil : value }

    private static func ascending(_ ids: [UInt32]) -> [UInt32] {
        ids.count < 2 ? ids : Set(ids).sorted()
    }

    /// The plan that the two older flags stand for.
    private var plan: String {
        if isFree == true { return "free" }
        if isProfessional == true { return "professional" }
        return isFree == nil && isProfessional == nil ? "" : "beginner"
    }

    /// The plain text and, where the source wrote HTML, the original.
    ///
    /// A source with a key of its own for HTML, even an empty one, means `description` as it stands:
    /// so every pair of texts can be written and read back.
    private mutating func descriptions() -> (plain: String, html: String) {
        let written = texts.take(.description)
        let html = texts.take(.descriptionHTML)
        let plain = texts.take(.descriptionPlainText)
        if hasDescriptionHTML, plain == nil, hasDescription { return (written ?? "", html ?? "") }
        if let html { return (trimmed(plain ?? HTMLText.plain(html) ?? html), html) }
        if let plain {
            let kept = trimmed(plain)
            guard let written, trimmed(written) != kept else { return (kept, "") }
            return (kept, written)
        }
        guard let written else { return ("", "") }
        guard let plain = HTMLText.plain(written) else { return (trimmed(written), "") }
        return (plain, written)
    }
}

/// The text without the line ends it ends with.
private func trimmed(_ text: String) -> String {
    let utf8 = text.utf8
    guard let last = utf8.last, last == 0x0A || last == 0x0D else { return text }
    var end = utf8.endIndex
    while end > utf8.startIndex {
        let previous = utf8.index(before: end)
        guard utf8[previous] == 0x0A || utf8[previous] == 0x0D else { break }
        end = previous
    }
    return String(text[..<end])
}

/// The string of a text from a file. `Episode.validate` looks for NUL.
///
/// - Throws: for bytes that are not UTF-8, which yajl checks only in part.
func validText(
    _ bytes: Span<UInt8>, field: @autoclosure () -> String
) throws(EpisodeError) -> String {
    guard let utf8 = try? UTF8Span(validating: bytes) else {
        throw .invalid(field(), "holds bytes that are not UTF-8", "write the file in UTF-8")
    }
    return String(copying: utf8)
}
