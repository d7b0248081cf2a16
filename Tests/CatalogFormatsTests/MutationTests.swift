import CatalogFormats
import EpisodeModel
import TestSupport
import Testing

/// Purpose: no input crashes the reader, and where chunks end never matters. Method: seeded
/// mutations of good files, read whole and in small chunks.
@Suite struct MutationTests {
    private static let pieces: [[UInt8]] = [
        "{", "}", "[", "]", "\"", ",", ":", "\n", "\r", "\\", "\\u", "\\ud800", "\\udc00", "null",
        "true", "1e", "-", "0", "\"id\"", "\"data\"", "\"domains\":", "\u{FEFF}", "<p>", "&#", "é",
    ].map { Array($0.utf8) }

    @Test(.timeLimit(.minutes(5)), arguments: 0..<Fixture.forms.count)
    func `mutations never crash and never depend on chunks`(form: Int) throws {
        var generator = SeededGenerator(seed: UInt64(form) + 7)
        let original = Array(Fixture.forms[form].utf8)
        for _ in 0..<300 {
            var bytes = original
            for _ in 0...Int.random(in: 0..<4, using: &generator) {
                mutate(&bytes, using: &generator)
            }
            let skips = Bool.random(using: &generator)
            let whole = try Reading(bytes, skipsBadRows: skips)
            let small = Int.random(in: 1..<9, using: &generator)
            let parts = try Reading(bytes, skipsBadRows: skips, chunkByteCount: small)
            let text = String(decoding: bytes, as: UTF8.self)
            #expect(whole.catalog == parts.catalog, "chunks of \(small): \(text)")
            #expect(whole.skippedCount == parts.skippedCount, "chunks of \(small): \(text)")
            #expect(
                whole.failure.map(withoutSyntaxOffset) == parts.failure.map(withoutSyntaxOffset),
                "chunks of \(small): \(text)")
            for episode in whole.episodes { #expect(throws: Never.self) { try episode.validate() } }
        }
    }

    /// yajl gives the start of a token it did not expect, or its end when the start came with an
    /// earlier chunk; so the byte of a syntax error may differ by a token.
    private func withoutSyntaxOffset(_ fault: CatalogFault) -> CatalogFault {
        guard fault.problem.hasPrefix("is not JSON at byte") else { return fault }
        var fault = fault
        fault.position?.byteOffset = 0
        fault.problem = fault.problem.replacing(/byte [0-9]+/, with: "byte")
        return fault
    }

    private func mutate(_ bytes: inout [UInt8], using generator: inout SeededGenerator) {
        let index = Int.random(in: 0..<max(bytes.count, 1), using: &generator)
        guard index < bytes.count else { return }
        switch Int.random(in: 0..<6, using: &generator) {
        case 0: bytes[index] = UInt8.random(in: 0...255, using: &generator)
        case 1: bytes.remove(at: index)
        case 2:
            let piece = Self.pieces.randomElement(using: &generator) ?? []
            bytes.insert(contentsOf: piece, at: index)
        case 3: bytes.removeSubrange(index..<min(index + 20, bytes.count))
        case 4:
            let copy = bytes[index..<min(index + 40, bytes.count)]
            bytes.insert(contentsOf: copy, at: Int.random(in: 0..<bytes.count, using: &generator))
        default: bytes.removeSubrange(index...)
        }
    }
}
