internal import EpisodeModel

// Rows and their parts in canonical form. Sizes are computed before anything is written, as every
// message inside another carries its length in front.

extension Timestamp {
    /// Bytes of google.protobuf.Timestamp: 1 seconds, 2 nanos.
    var encodedByteCount: Int {
        WireSize.number(field: 1, UInt64(bitPattern: seconds))
            + WireSize.number(field: 2, UInt64(nanoseconds))
    }
}

extension [UInt8] {
    mutating func append(_ field: UInt32, _ moment: Timestamp?) {
        guard let moment else { return }
        appendHead(field, byteCount: moment.encodedByteCount)
        appendNumber(1, UInt64(bitPattern: moment.seconds))
        appendNumber(2, UInt64(moment.nanoseconds))
    }

    /// Appends an episode without tag and length.
    mutating func append(_ episode: Episode) {
        appendNumber(1, episode.id)
        appendText(2, episode.name)
        appendText(3, episode.description)
        appendText(4, episode.parentName)
        appendPacked(5, episode.domains.lazy.map { UInt64($0) })
        appendNumber(6, UInt64(episode.difficulty.rawValue))
        appendText(7, episode.contentType)
        appendText(8, episode.subscriptionType)
        append(9, episode.releasedAt)
        if let popularity = episode.popularity, popularity.bitPattern != 0 {
            appendTag(10, .fixed64)
            appendLittleEndian(popularity.bitPattern)
        }
        appendNumber(11, UInt64(episode.durationSeconds ?? 0))
        appendNumber(12, episode.videoIdentifier ?? 0)
        for feature in episode.features { appendElement(13, feature) }
        appendText(14, episode.uri)
        appendText(15, episode.artworkURL)
        appendText(16, episode.technology)
        appendText(17, episode.contributors)
        appendNumber(18, UInt64(episode.ordinal ?? 0))
        appendText(19, episode.descriptionHTML)
    }
}

extension Domain {
    var encodedByteCount: Int {
        WireSize.number(field: 1, UInt64(id)) + WireSize.text(field: 2, name)
            + WireSize.text(field: 3, slug) + WireSize.text(field: 4, description)
            + WireSize.text(field: 5, level) + WireSize.number(field: 6, UInt64(ordinal ?? 0))
    }
}

extension FacetValue {
    var encodedByteCount: Int {
        WireSize.text(field: 1, value) + WireSize.text(field: 2, label)
            + WireSize.number(field: 3, UInt64(bitPattern: count))
            + WireSize.number(field: 4, isSelected ? 1 : 0)
    }
}

extension FacetCounts {
    var encodedByteCount: Int {
        values.reduce(WireSize.number(field: 1, UInt64(facet.rawValue))) {
            $0 + WireSize.bytes(field: 2, $1.encodedByteCount)
        }
    }
}

extension [UInt8] {
    mutating func append(_ field: UInt32, _ domain: Domain) {
        appendHead(field, byteCount: domain.encodedByteCount)
        appendNumber(1, UInt64(domain.id))
        appendText(2, domain.name)
        appendText(3, domain.slug)
        appendText(4, domain.description)
        appendText(5, domain.level)
        appendNumber(6, UInt64(domain.ordinal ?? 0))
    }

    mutating func append(_ field: UInt32, _ counts: FacetCounts) {
        appendHead(field, byteCount: counts.encodedByteCount)
        appendNumber(1, UInt64(counts.facet.rawValue))
        for value in counts.values {
            appendHead(2, byteCount: value.encodedByteCount)
            appendText(1, value.value)
            appendText(2, value.label)
            appendNumber(3, UInt64(bitPattern: value.count))
            appendNumber(4, value.isSelected ? 1 : 0)
        }
    }
}
