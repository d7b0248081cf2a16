/// While building: the final numbers of identities, in the order of the terms of their texts.
struct IdentityNumbering {
    /// For each identity as it first appeared: its number with the flags of its kind.
    private(set) var numbers: [UInt32]
    /// By final number: the term of the whole text; number 0 is no unit.
    private(set) var wholeTerms: [UInt32] = [0]
    /// By final number: the terms of all forms, the whole first.
    private(set) var formTerms = RowLists()
    /// By final number; empty when nothing is a run character.
    private(set) var isRun: [Bool] = []
    private(set) var pairs = RunPairs()

    init(_ collector: TermCollector, _ pairs: RunPairs) {
        let forms = collector.formTerms
        let whole = { (identity: UInt32) in forms.values[forms.range(Int(identity)).lowerBound] }
        var order = (1..<UInt32(max(1, forms.rowCount))).map { $0 }
        order.sort { whole($0) != whole($1) ? whole($0) < whole($1) : $0 < $1 }
        numbers = Array(repeating: 0, count: forms.rowCount)
        if !pairs.keys.isEmpty { isRun.append(false) }
        formTerms.endRow()
        for (place, identity) in order.enumerated() {
            let terms = forms.values[forms.range(Int(identity))]
            numbers[Int(identity)] = UnitStream.number(
                place + 1, isLight: collector.isLight[Int(identity)], hasForms: terms.count > 1)
            wholeTerms.append(whole(identity))
            formTerms.values.append(contentsOf: terms)
            formTerms.endRow()
            if !pairs.keys.isEmpty { isRun.append(collector.isRun[Int(identity)]) }
        }
        for key in pairs.keys {
            let first = UnitStream.identity(numbers[Int(key >> 32)])
            let second = UnitStream.identity(numbers[Int(key & 0xFFFF_FFFF)])
            self.pairs.insert(RunPairs.key(UInt32(first), UInt32(second)))
        }
    }
}
