/// The relevance class of rows: how well and how prominently a row matches the text query.
///
/// 4: the name is the query. 3: every condition matches in the name, every word whole. 2: every
/// condition matches in the name. 1: in name, parent_name, technology or contributors. 0: it
/// matches at all. The sets behind the classes are found when they are first needed.
struct RelevanceClasses: BitwiseCopyable {
    static let best = 4

    private let sets: InlineArray<5, MatchSet>
    /// Whether each set is known, and in the first place whether there are classes at all.
    private let known: Buffer<Bool>
    private let held: Buffer<RowSet>

    init(memory: ScratchMemory) {
        sets = InlineArray { _ in MatchSet(memory: memory) }
        known = memory.buffer()
        known.fill(false, count: Self.best + 1)
        held = memory.buffer()
        held.append(.none)
    }

    /// Starts a new query.
    /// - Parameter isActive: rows differ in class.
    func begin(isActive: Bool) {
        if isActive || known[0] { known.fill(false, count: Self.best + 1) }
        known[0] = isActive
    }

    var isActive: Bool { known[0] }

    /// The rows that match: of all others no class is asked for.
    var matches: RowSet { held[0] }
    func setMatches(_ rows: RowSet) { held[0] = rows }

    func isKnown(_ number: Int) -> Bool { known[number] }
    func setKnown(_ number: Int) { known[number] = true }

    /// For classes 1 to 4: the rows of that class or, some of them, of a better one; perhaps rows
    /// among them that do not match.
    func set(_ number: Int) -> MatchSet { sets[number] }
}
