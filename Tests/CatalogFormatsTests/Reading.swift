import EpisodeModel
import Foundation

@testable import CatalogFormats

/// What reading some bytes came to, in a form that can be compared.
struct Reading: Equatable {
    var catalog = Catalog()
    var positions: [RowPosition] = []
    var skippedCount = 0
    var isCutShort = false
    var faults: [String] = []
    var failure: CatalogFault?

    /// Writes the bytes to a file of its own and reads it.
    init(
        _ bytes: [UInt8], skipsBadRows: Bool = false, allowsEmpty: Bool = false,
        format: CatalogFormat? = nil, ending: String = ".json", skippedCountMaximum: Int = .max,
        chunkByteCount: Int = 262_144
    ) throws {
        let path = FileManager.default.temporaryDirectory
            .appendingPathComponent("catalog-\(UUID().uuidString)\(ending)").path
        defer { try? FileManager.default.removeItem(atPath: path) }
        try Data(bytes).write(to: URL(fileURLWithPath: path))
        self.init(
            path: path, skipsBadRows: skipsBadRows, allowsEmpty: allowsEmpty, format: format,
            skippedCountMaximum: skippedCountMaximum, chunkByteCount: chunkByteCount)
        // The name differs from run to run.
        failure?.file = "FILE"
        faults = faults.map { $0.replacingOccurrences(of: path, with: "FILE") }
    }

    init(
        _ text: String, skipsBadRows: Bool = false, allowsEmpty: Bool = false,
        format: CatalogFormat? = nil, ending: String = ".json", skippedCountMaximum: Int = .max,
        chunkByteCount: Int = 262_144
    ) throws {
        try self.init(
            Array(text.utf8), skipsBadRows: skipsBadRows, allowsEmpty: allowsEmpty,
            format: format, ending: ending, skippedCountMaximum: skippedCountMaximum,
            chunkByteCount: chunkByteCount)
    }

    init(
        path: String, skipsBadRows: Bool = false, allowsEmpty: Bool = false,
        format: CatalogFormat? = nil, skippedCountMaximum: Int = .max,
        chunkByteCount: Int = 262_144
    ) {
        let collector = CatalogCollector()
        var reader = CatalogReader(
            skipsBadRows: skipsBadRows, allowsEmpty: allowsEmpty, format: format)
        reader.skippedCountMaximum = skippedCountMaximum
        reader.chunkByteCount = chunkByteCount
        do throws(CatalogFault) {
            let summary = try reader.read(path: path, into: collector)
            skippedCount = summary.skippedCount
            isCutShort = summary.isCutShort
            faults = summary.firstFaults.map(\.description)
        } catch {
            failure = error
        }
        catalog = collector.catalog
        positions = collector.positions
    }

    var episodes: [Episode] { catalog.episodes }
    var ids: [UInt64] { catalog.episodes.map(\.id) }
    /// The failure in words; empty when there was none.
    var message: String { failure?.description ?? "" }
}
