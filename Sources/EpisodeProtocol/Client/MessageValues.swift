internal import CEpisodesProto
internal import EpisodeModel

/// Swift values of the generated structs. Texts were checked before unpacking.
enum MessageValues {
    static func text(_ text: UnsafePointer<CChar>?) -> String {
        unsafe text.map { unsafe String(cString: $0) } ?? ""
    }

    static func list<Element, Value>(
        _ start: UnsafeMutablePointer<UnsafeMutablePointer<Element>?>?, _ count: Int,
        _ body: (Element) throws(EpisodeError) -> Value
    ) throws(EpisodeError) -> [Value] {
        var values: [Value] = []
        values.reserveCapacity(count)
        guard let start = unsafe start else { return values }
        for index in 0..<count {
            if let element = unsafe start[index] { unsafe values.append(try body(element.pointee)) }
        }
        return values
    }

    static func timestamp(
        _ message: UnsafeMutablePointer<Google__Protobuf__Timestamp>?, _ field: String
    ) throws(EpisodeError) -> Timestamp? {
        guard let message = unsafe message else { return nil }
        let (seconds, nanos) = unsafe (message.pointee.seconds, message.pointee.nanos)
        guard let moment = Timestamp(seconds: seconds, nanoseconds: nanos) else {
            throw .invalid(
                field, "\(seconds) s and \(nanos) ns is no moment", "keep to the years 1 to 9999")
        }
        return moment
    }

    static func episode(_ message: Episodes__V1__Episode) throws(EpisodeError) -> Episode {
        var episode = unsafe Episode(id: message.id, name: text(message.name))
        episode.description = unsafe text(message.description)
        episode.parentName = unsafe text(message.parent_name)
        episode.domains = unsafe Array(
            UnsafeBufferPointer(start: message.domains, count: message.n_domains))
        episode.difficulty = unsafe try difficulty(Int32(bitPattern: message.difficulty.rawValue))
        episode.contentType = unsafe text(message.content_type)
        episode.subscriptionType = unsafe text(message.subscription_type)
        episode.releasedAt = unsafe try timestamp(message.released_at, "released_at")
        episode.popularity = unsafe message.popularity == 0 ? nil : message.popularity
        episode.durationSeconds =
            unsafe message.duration_seconds == 0 ? nil : message.duration_seconds
        episode.videoIdentifier =
            unsafe message.video_identifier == 0 ? nil : message.video_identifier
        episode.features = unsafe UnsafeBufferPointer(
            start: message.features, count: message.n_features
        )
        .map { unsafe text($0) }
        episode.uri = unsafe text(message.uri)
        episode.artworkURL = unsafe text(message.artwork_url)
        episode.technology = unsafe text(message.technology)
        episode.contributors = unsafe text(message.contributors)
        episode.ordinal = unsafe message.ordinal == 0 ? nil : message.ordinal
        episode.descriptionHTML = unsafe text(message.description_html)
        return episode
    }

    /// 0 is a field that the read mask left out; it reads as the null it stands for.
    private static func difficulty(_ number: Int32) throws(EpisodeError) -> Difficulty {
        if number == 0 { return .allLevels }
        guard let value = UInt8(exactly: number).flatMap({ Difficulty(rawValue: $0) }) else {
            throw .invalid(
                "difficulty", "\(number) is not known here", "update the client to the server's")
        }
        return value
    }

    static func facets(
        _ start: UnsafeMutablePointer<UnsafeMutablePointer<Episodes__V1__FacetCounts>?>?,
        _ count: Int
    ) throws(EpisodeError) -> [FacetCounts] {
        unsafe try list(start, count) { (message) throws(EpisodeError) in
            let number = unsafe Int32(bitPattern: message.facet.rawValue)
            guard let facet = UInt8(exactly: number).flatMap({ Facet(rawValue: $0) }) else {
                throw .invalid(
                    "facets.facet", "\(number) is not known here",
                    "update the client to the server's")
            }
            let values = unsafe try list(message.values, message.n_values) {
                (value) throws(EpisodeError) in
                unsafe FacetValue(
                    value: text(value.value), label: text(value.label), count: value.count,
                    isSelected: value.selected != 0)
            }
            return FacetCounts(facet: facet, values: values)
        }
    }

    static func domain(_ message: Episodes__V1__Domain) -> Domain {
        var domain = unsafe Domain(id: message.id, name: text(message.name))
        domain.slug = unsafe text(message.slug)
        domain.description = unsafe text(message.description)
        domain.level = unsafe text(message.level)
        domain.ordinal = unsafe message.ordinal == 0 ? nil : message.ordinal
        return domain
    }
}
