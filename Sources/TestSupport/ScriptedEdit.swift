public import EpisodeModel

/// The n-th edit of an endless story, the same for whoever tells it: one process writes it into a
/// store, another knows without asking what must be there after each edit.
public struct ScriptedEdit: Sendable {
    public enum Kind: Sendable {
        case small
        case bulkUpsert
        case bulkReplace
    }

    public let kind: Kind
    public let episodes: [Episode]
    public let deletedIDs: [UInt64]

    /// - Parameter number: from 1.
    public init(number: UInt64) {
        var generator = SeededGenerator(seed: number)
        let count: Int
        switch number % 9 {
        case 4:
            kind = .bulkUpsert
            count = 150
        case 8:
            kind = .bulkReplace
            count = 100
        default:
            kind = .small
            count = Int(generator.next() % 6)
        }
        // The first row makes every edit a change.
        var episodes = [Self.episode(1, number, &generator)]
        for _ in 0..<count {
            let half: UInt64 = generator.next() % 2 == 0 ? 0 : 1 << 63
            episodes.append(Self.episode(2 + generator.next() % 120 + half, number, &generator))
        }
        self.episodes = episodes
        deletedIDs = kind == .small ? (0..<3).map { _ in 2 + generator.next() % 120 } : []
    }

    private static func episode(
        _ id: UInt64, _ number: UInt64, _ generator: inout SeededGenerator
    ) -> Episode {
        var episode = Episode(id: id, name: "edit \(number)")
        episode.description = String(
            repeating: "abcdefgh", count: Int(generator.next() % 200))
        return episode
    }

    /// Does the edit to a catalogue in memory.
    public func apply(to catalogue: inout [UInt64: Episode]) {
        if kind == .bulkReplace { catalogue.removeAll() }
        for episode in episodes { catalogue[episode.id] = episode }
        for id in deletedIDs { catalogue[id] = nil }
    }
}
