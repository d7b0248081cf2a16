public import EpisodeModel

/// Stands for the whole content of a row, bit by bit: equal rows have equal fingerprints, and two
/// that differ have the same one once in 2^64.
///
/// Good within one process only. Texts count by their bytes, as a store keeps them, not by canonical
/// equivalence, as `String` compares them.
public struct RowFingerprint: Hashable, Sendable {
    /// The hash itself, for tables that are packed.
    public let value: UInt64

    public init(value: UInt64) { self.value = value }

    /// - Complexity: O(bytes of the row).
    public init(_ episode: Episode) {
        var hasher = Hasher()
        hasher.combine(episode.id)
        for field in EpisodeField.allCases where field.kind == .text {
            Self.combine(field.text(of: episode), &hasher)
        }
        Self.combine(episode.streamURL, &hasher)
        hasher.combine(episode.domains)
        hasher.combine(episode.difficulty.rawValue)
        hasher.combine(episode.releasedAt?.microsecondsSinceEpoch)
        hasher.combine(episode.popularity?.bitPattern)
        hasher.combine(episode.durationSeconds)
        hasher.combine(episode.videoIdentifier)
        hasher.combine(episode.ordinal)
        hasher.combine(episode.features.count)
        for feature in episode.features { Self.combine(feature, &hasher) }
        value = UInt64(bitPattern: Int64(hasher.finalize()))
    }

    private static func combine(_ text: String, _ hasher: inout Hasher) {
        var text = text
        hasher.combine(text.utf8.count)
        text.withUTF8 { unsafe hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
    }
}
