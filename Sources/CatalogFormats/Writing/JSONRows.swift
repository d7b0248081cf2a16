public import EpisodeModel

/// Rows and domains as JSON objects, with the keys of `EpisodeField` and without absent values.
enum JSONRows {
    static func append(_ episode: Episode, to bytes: inout [UInt8]) {
        var object = JSONObject(&bytes)
        for field in EpisodeField.allCases { append(field, of: episode, to: &object, &bytes) }
        object.member("stream_url", episode.streamURL, to: &bytes)
        object.end(&bytes)
    }

    private static func append(
        _ field: EpisodeField, of episode: Episode, to object: inout JSONObject,
        _ bytes: inout [UInt8]
    ) {
        switch field {
        case .id: object.member(field.name, text: episode.id, to: &bytes)
        case .domains: object.member(field.name, numbers: episode.domains, to: &bytes)
        case .difficulty: object.member(field.name, episode.difficulty.name, to: &bytes)
        case .releasedAt:
            object.member(field.name, episode.releasedAt?.description ?? "", to: &bytes)
        case .popularity:
            guard let popularity = episode.popularity else { return }
            object.key(field.name, to: &bytes)
            JSONText.append(popularity, to: &bytes)
        case .duration: object.member(field.name, number: episode.durationSeconds, to: &bytes)
        case .videoIdentifier:
            guard let video = episode.videoIdentifier else { return }
            object.member(field.name, text: video, to: &bytes)
        case .features: object.member(field.name, texts: episode.features, to: &bytes)
        case .ordinal: object.member(field.name, number: episode.ordinal, to: &bytes)
        case .description:
            object.member(
                field.name, episode.description, to: &bytes,
                isAlwaysWritten: episode.needsBothDescriptions)
        case .descriptionHTML:
            object.member(
                field.name, episode.descriptionHTML, to: &bytes,
                isAlwaysWritten: episode.needsBothDescriptions)
        default: object.member(field.name, field.text(of: episode), to: &bytes)
        }
    }

    /// `{"domain": {…}}` on a line.
    static func appendLine(_ domain: Domain, to bytes: inout [UInt8]) {
        JSONText.append(raw: "{\"domain\":", to: &bytes)
        append(domain, to: &bytes)
        JSONText.append(raw: "}\n", to: &bytes)
    }

    static func append(_ domain: Domain, to bytes: inout [UInt8]) {
        var object = JSONObject(&bytes)
        object.member("id", number: domain.id, to: &bytes)
        object.member("name", domain.name, to: &bytes)
        object.member("slug", domain.slug, to: &bytes)
        object.member("description", domain.description, to: &bytes)
        object.member("level", domain.level, to: &bytes)
        object.member("ordinal", number: domain.ordinal, to: &bytes)
        object.end(&bytes)
    }
}

extension Episode {
    /// Whether the key `description` alone would be read as something else: as HTML, or without the
    /// line ends it ends with. With the key `description_html` beside it, even an empty one, both are
    /// read as they stand.
    public var needsBothDescriptions: Bool {
        if !descriptionHTML.isEmpty { return true }
        if let last = description.utf8.last, last == 0x0A || last == 0x0D { return true }
        return HTMLText.plain(description) != nil
    }
}
