import EpisodeModel

extension RandomRequest {
    /// A predicate on any field with any operator it takes, near the value of some row.
    mutating func predicate() -> Predicate? {
        let field = generator.pick(EpisodeField.allCases)
        let comparison = generator.pick(field.operators)
        let row = generator.pick(episodes)
        let takesNone = comparison == .present || comparison == .absent
        let value = takesNone ? "" : self.value(of: field, in: row)
        return try? Predicate.parse(
            fieldName: field.name, comparison: comparison, value: value,
            isExact: generator.oneIn(3), path: "predicates[0]")
    }

    private mutating func value(of field: EpisodeField, in row: Episode) -> String {
        let some = generator.pick(["0", "1", "60", "4294967295"])
        switch field {
        case .id: return near(row.id)
        case .domains: return row.domains.first.map { String($0) } ?? some
        case .difficulty: return generator.pick(Difficulty.allCases).name
        case .releasedAt: return row.releasedAt?.description ?? "1999-12-31"
        case .popularity: return row.popularity.map { String($0) } ?? generator.pick(["0", "-1.5"])
        case .duration: return row.durationSeconds.map { near(UInt64($0)) } ?? some
        case .videoIdentifier: return row.videoIdentifier.map { near($0) } ?? some
        case .ordinal: return row.ordinal.map { near(UInt64($0)) } ?? some
        case .features: return self.value(from: row.features.last ?? "swift")
        default: return self.value(from: field.text(of: row))
        }
    }

    private mutating func near(_ number: UInt64) -> String {
        switch generator.number(0...5) {
        case 0: String(number &+ 1)
        case 1: String(number &- 1)
        default: String(number)
        }
    }
}
