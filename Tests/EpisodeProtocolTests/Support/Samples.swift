import EpisodeModel
import EpisodeProtocol

/// The values that Golden/generate.py writes.
enum Samples {
    static var full: Episode {
        var episode = Episode(id: .max, name: "Maps & Größe 🗺")
        episode.description = "Plain text."
        episode.parentName = "Course"
        episode.domains = [1, 300, .max]
        episode.difficulty = .intermediate
        episode.contentType = "screencast"
        episode.subscriptionType = "free"
        episode.releasedAt = Timestamp(seconds: 1_580_457_600, nanoseconds: 123_456_000)
        episode.popularity = 1.5
        episode.durationSeconds = .max
        episode.videoIdentifier = 9_007_199_254_740_993
        episode.features = ["subtitles", "source code"]
        episode.uri = "rw://x/1"
        episode.artworkURL = "https://x/a.png"
        episode.technology = "Swift 5.1, iOS 13"
        episode.contributors = "A. One, B. Two"
        episode.ordinal = 7
        episode.descriptionHTML = "<p>Plain text.</p>"
        return episode
    }

    static var old: Episode {
        var episode = Episode(id: 2, name: "Before 1970")
        episode.releasedAt = Timestamp(seconds: -1, nanoseconds: 999_999_000)
        return episode
    }

    static var epoch: Episode {
        var episode = Episode(id: 3, name: "At the epoch")
        episode.difficulty = .beginner
        episode.features = ["a"]
        episode.releasedAt = Timestamp(seconds: 0, nanoseconds: 0)
        return episode
    }

    static var request: ListEpisodesRequest {
        var request = ListEpisodesRequest()
        request.domains = [1, 9, 300]
        request.difficulties = [.beginner, .allLevels]
        request.query = "map \"swift ui\" 地図"
        request.sort = "-popularity,name"
        request.pageSize = 7
        request.contentTypes = ["episode", "collection"]
        request.subscriptionTypes = ["free"]
        request.features = ["subtitles", "source code"]
        request.predicates = [
            .init(field: "name", comparison: .beginsWith, value: "Intro", isExact: true),
            .init(field: "released_at", comparison: .atLeast, value: "2020-01-31"),
            .init(field: "ordinal", comparison: .absent),
        ]
        request.facets = [.domain, .parent]
        request.readMask = ["id", "name", "released_at"]
        request.ids = [1, .max]
        request.skipTotalSize = true
        request.ifRevisionNot = 42
        request.skip = 14
        request.minRevision = 41
        return request
    }

    static var facets: [FacetCounts] {
        [
            FacetCounts(
                facet: .domain,
                values: [
                    FacetValue(
                        value: "1", label: "iOS & Swift", count: 3_000_000_000, isSelected: true),
                    FacetValue(value: "9", label: "Flutter", count: 0, isSelected: false),
                ]),
            FacetCounts(facet: .parent, values: []),
        ]
    }

    static var domains: [Domain] {
        var apple = Domain(id: 1, name: "iOS & Swift")
        apple.slug = "ios"
        apple.description = "Apple's"
        apple.level = "production"
        apple.ordinal = 1
        return [apple, Domain(id: 2, name: "Android & Kotlin")]
    }

    /// `full`, `old` and `epoch` as rows 0, 1 and 2, added in another order.
    static func rows() throws -> EncodedRows {
        let builder = EncodedRowsBuilder()
        for episode in [old, epoch, full] { try builder.append(episode) }
        return builder.finish(order: [2, 0, 1])
    }
}
