internal import EpisodeModel

/// Rows and domains as records of CSV.
enum CSVRows {
    private static let comma = UInt8(ascii: ",")
    private static let domainColumns = ["slug", "level"]

    /// The names of the columns, and a record for each domain.
    static func appendHeader(_ domains: [Domain], to bytes: inout [UInt8]) {
        var names = EpisodeField.allCases.map(\.name) + ["stream_url"]
        if !domains.isEmpty { names = [CSVColumn.recordName] + names + domainColumns }
        bytes.append(contentsOf: names.joined(separator: ",").utf8)
        endRecord(&bytes)
        for domain in domains { append(domain, to: &bytes) }
    }

    private static func append(_ domain: Domain, to bytes: inout [UInt8]) {
        bytes.append(contentsOf: "domain".utf8)
        for field in EpisodeField.allCases {
            bytes.append(comma)
            switch field {
            case .id: JSONText.append(digits: domain.id, to: &bytes)
            case .name: append(domain.name, to: &bytes)
            case .description: append(domain.description, to: &bytes)
            case .ordinal: append(domain.ordinal, to: &bytes)
            default: break
            }
        }
        // No stream_url.
        bytes.append(comma)
        for text in [domain.slug, domain.level] {
            bytes.append(comma)
            append(text, to: &bytes)
        }
        endRecord(&bytes)
    }

    /// - Parameter besideDomains: whether the header has the columns that domains need.
    static func append(
        _ episode: Episode, besideDomains: Bool, to bytes: inout [UInt8]
    ) {
        if besideDomains {
            bytes.append(contentsOf: "episode".utf8)
            bytes.append(comma)
        }
        for field in EpisodeField.allCases {
            append(field, of: episode, to: &bytes)
            bytes.append(comma)
        }
        append(episode.streamURL, to: &bytes)
        if besideDomains { for _ in domainColumns { bytes.append(comma) } }
        endRecord(&bytes)
    }

    private static func append(
        _ field: EpisodeField, of episode: Episode, to bytes: inout [UInt8]
    ) {
        switch field {
        case .id: JSONText.append(digits: episode.id, to: &bytes)
        case .domains:
            for (index, domain) in episode.domains.enumerated() {
                if index > 0 { bytes.append(UInt8(ascii: ";")) }
                JSONText.append(digits: domain, to: &bytes)
            }
        case .difficulty: append(episode.difficulty.name, to: &bytes)
        case .releasedAt: append(episode.releasedAt?.description ?? "", to: &bytes)
        case .popularity:
            if let popularity = episode.popularity { JSONText.append(popularity, to: &bytes) }
        case .duration: append(episode.durationSeconds, to: &bytes)
        case .videoIdentifier:
            if let video = episode.videoIdentifier { JSONText.append(digits: video, to: &bytes) }
        case .features: append(CSVList.text(episode.features), to: &bytes)
        case .ordinal: append(episode.ordinal, to: &bytes)
        default: append(field.text(of: episode), to: &bytes)
        }
    }

    private static func append(_ number: UInt32?, to bytes: inout [UInt8]) {
        if let number { JSONText.append(digits: number, to: &bytes) }
    }

    /// A field; in quotes when it holds a comma, a quote or a line end, or a blank at an end.
    private static func append(_ text: String, to bytes: inout [UInt8]) {
        let utf8 = text.utf8
        let needsQuotes =
            utf8.contains { $0 == comma || $0 == 0x22 || $0 == 0x0A || $0 == 0x0D }
            || utf8.first == 0x20 || utf8.last == 0x20
        guard needsQuotes else {
            bytes.append(contentsOf: utf8)
            return
        }
        bytes.append(0x22)
        for byte in utf8 {
            if byte == 0x22 { bytes.append(byte) }
            bytes.append(byte)
        }
        bytes.append(0x22)
    }

    private static func endRecord(_ bytes: inout [UInt8]) {
        bytes.append(0x0D)
        bytes.append(0x0A)
    }
}
