import EpisodeModel

/// The facet values of platforms and difficulties, found without writing them as text.
struct FacetNumbers: Sendable {
    /// Platform ids, ascending, and the value of each.
    private let domainIDs: View<UInt32>
    private let domainValues: View<UInt32>
    /// The value of each difficulty, by raw value.
    private let difficultyValues: View<UInt32>

    init(domains: FacetIndex, difficulties: FacetIndex, memory: IndexMemory) {
        var known: [(id: UInt32, value: UInt32)] = []
        for (value, text) in domains.values.enumerated() {
            if let id = UInt32(text) { known.append((id, UInt32(value))) }
        }
        known.sort { $0.id < $1.id }
        domainIDs = memory.keep(known.map(\.id))
        domainValues = memory.keep(known.map(\.value))
        var values = [UInt32](repeating: .max, count: Difficulty.allCases.count + 1)
        for difficulty in Difficulty.allCases {
            if let value = difficulties.number(of: Array(difficulty.name.utf8)) {
                values[Int(difficulty.rawValue)] = UInt32(value)
            }
        }
        difficultyValues = memory.keep(values)
    }

    /// The value of a platform; nil when no row has it. Complexity: O(log platforms).
    func domain(_ id: UInt32) -> Int? {
        let place = domainIDs.lowerBound(of: id)
        guard place < domainIDs.count, domainIDs[place] == id else { return nil }
        return Int(domainValues[place])
    }

    func difficulty(_ difficulty: Difficulty) -> Int? {
        let value = difficultyValues[Int(difficulty.rawValue)]
        return value == .max ? nil : Int(value)
    }
}
