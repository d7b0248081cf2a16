import EpisodeModel
import TestSupport
import Testing

@testable import CatalogFormats

/// The bytes of a catalogue in a format.
func written(_ catalog: Catalog, as format: CatalogFormat) -> [UInt8] {
    var writer = CatalogWriter(format, domains: catalog.domains)
    for episode in catalog.episodes { writer.write(episode) }
    writer.finish()
    return writer.bytes
}

/// Every text of a catalogue by its bytes: `String` counts canonically equivalent texts as equal.
private func bits(_ catalog: Catalog) -> [[UInt8]] {
    catalog.domains.flatMap { [$0.name, $0.slug, $0.description, $0.level] }.map { Array($0.utf8) }
        + catalog.episodes.flatMap { episode in
            EpisodeField.allCases.map { $0.text(of: episode) } + episode.features
                + [episode.streamURL]
        }.map { Array($0.utf8) }
}

/// Purpose: what is written is read back as the same catalogue, and written again as the same bytes.
/// Method: seeded catalogues with every edge of the model, in every format and by chance in chunks.
@Suite struct RoundTripTests {
    @Test(.timeLimit(.minutes(5)), arguments: CatalogFormat.allCases)
    func `everything the model can hold comes back bit by bit`(format: CatalogFormat) throws {
        for seed in 0..<150 as Range<UInt64> {
            var source = EvilCatalogue(seed: seed)
            let catalog = source.catalog()
            let bytes = written(catalog, as: format)
            let reading = try Reading(
                bytes, allowsEmpty: true, ending: "",
                chunkByteCount: seed % 4 == 0 ? Int(seed % 13) + 1 : 262_144)
            #expect(reading.message == "", "seed \(seed)")
            #expect(reading.catalog == catalog, "seed \(seed)")
            #expect(bits(reading.catalog) == bits(catalog), "seed \(seed)")
            #expect(written(reading.catalog, as: format) == bytes, "seed \(seed)")
            let named = try Reading(bytes, allowsEmpty: true, format: format, ending: "")
            #expect(named.catalog == catalog, "seed \(seed): \(named.message)")
        }
    }

    @Test func `one format becomes another and back`() throws {
        var source = EvilCatalogue(seed: 99)
        let catalog = source.catalog()
        var current = catalog
        for format in [CatalogFormat.csv, .json, .jsonl, .csv] {
            current = try Reading(written(current, as: format), ending: "").catalog
        }
        #expect(current == catalog)
    }

    @Test(arguments: CatalogFormat.allCases)
    func `the longest texts come back`(format: CatalogFormat) throws {
        var episode = Episode(id: 1, name: String(repeating: "\"", count: 8_192))
        episode.description = String(repeating: ";\"", count: 500_000)
        episode.features = (0..<1_024).map {
            String(repeating: ";\\", count: 126) + "\($0)"
        }
        var catalog = Catalog()
        catalog.episodes = [episode]
        let reading = try Reading(written(catalog, as: format), ending: "")
        #expect(reading.message == "")
        #expect(reading.catalog == catalog)
    }

    @Test(arguments: CatalogFormat.allCases)
    func `a catalogue without rows is written and read`(format: CatalogFormat) throws {
        let bytes = written(Catalog(), as: format)
        let reading = try Reading(bytes, allowsEmpty: true, ending: "")
        #expect(reading.message == "")
        #expect(reading.catalog == Catalog())
        #expect(try Reading(bytes, ending: "").failure?.problem == "holds no episodes")
    }

    @Test(.enabled(if: SharedData.isAvailable), arguments: CatalogFormat.allCases)
    func `real catalogues come back`(format: CatalogFormat) throws {
        for path in ["data/kodeco-contents.json", "hardcases/import/seed_flat.json"] {
            let catalog = Reading(path: SharedData.path(path)).catalog
            #expect(catalog.episodes.count > 100)
            let reading = try Reading(written(catalog, as: format), ending: "")
            #expect(reading.message == "")
            #expect(reading.catalog == catalog)
        }
    }
}
