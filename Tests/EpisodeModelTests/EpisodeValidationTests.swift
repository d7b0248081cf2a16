import EpisodeModel
import Testing

/// Purpose: a row within the bounds passes, one beyond is refused with its field's name.
struct EpisodeValidationTests {
    private static func fault(_ change: (inout Episode) -> Void) -> String? {
        var episode = Episode(id: 1, name: "A name")
        change(&episode)
        do {
            try episode.validate()
            return nil
        } catch {
            return error.field
        }
    }

    private static func long(_ count: Int) -> String { String(repeating: "x", count: count) }

    @Test func `A row at its bounds passes`() {
        let field = Self.fault {
            $0.id = .max
            $0.name = Self.long(CatalogLimits.nameByteCountMaximum)
            $0.description = Self.long(CatalogLimits.textByteCountMaximum)
            $0.contentType = Self.long(CatalogLimits.facetValueByteCountMaximum)
            $0.streamURL = Self.long(CatalogLimits.nameByteCountMaximum)
            $0.domains = Array(1...UInt32(CatalogLimits.domainCountMaximum))
            $0.features = (1...CatalogLimits.featureCountMaximum).map { "f\($0)" }
            $0.features[0] = Self.long(CatalogLimits.facetValueByteCountMaximum)
            $0.popularity = -Double.greatestFiniteMagnitude
            $0.releasedAt = .minimum
        }
        #expect(field == nil)
    }

    @Test func `One byte or value too many is refused, with the field's name`() {
        let name = Self.long(CatalogLimits.nameByteCountMaximum + 1)
        let text = Self.long(CatalogLimits.textByteCountMaximum + 1)
        let facet = Self.long(CatalogLimits.facetValueByteCountMaximum + 1)
        #expect(Self.fault { $0.name = name } == "name")
        #expect(Self.fault { $0.parentName = name } == "parent_name")
        #expect(Self.fault { $0.uri = name } == "uri")
        #expect(Self.fault { $0.artworkURL = name } == "artwork_url")
        #expect(Self.fault { $0.streamURL = name } == "stream_url")
        #expect(Self.fault { $0.description = text } == "description")
        #expect(Self.fault { $0.descriptionHTML = text } == "description_html")
        #expect(Self.fault { $0.technology = text } == "technology")
        #expect(Self.fault { $0.contributors = text } == "contributors")
        #expect(Self.fault { $0.contentType = facet } == "content_type")
        #expect(Self.fault { $0.subscriptionType = facet } == "subscription_type")
        #expect(Self.fault { $0.features = [facet] } == "features")
        #expect(Self.fault { $0.domains = Array(1...257) } == "domains")
        #expect(Self.fault { $0.features = (1...1_025).map { "f\($0)" } } == "features")
    }

    @Test func `Bounds are bytes, not characters`() {
        let accents = String(repeating: "\u{E9}", count: CatalogLimits.nameByteCountMaximum / 2)
        #expect(Self.fault { $0.name = accents } == nil)
        #expect(Self.fault { $0.name = accents + "x" } == "name")
    }

    @Test func `Values that cannot be are refused`() {
        #expect(Self.fault { $0.id = 0 } == "id")
        #expect(Self.fault { $0.name = "" } == "name")
        #expect(Self.fault { $0.name = "a\0b" } == "name")
        #expect(Self.fault { $0.description = "\0" } == "description")
        #expect(Self.fault { $0.features = ["a\0"] } == "features")
        #expect(Self.fault { $0.features = [""] } == "features")
        #expect(Self.fault { $0.domains = [0, 1] } == "domains")
        #expect(Self.fault { $0.popularity = .infinity } == "popularity")
        #expect(Self.fault { $0.popularity = .nan } == "popularity")
    }
}
