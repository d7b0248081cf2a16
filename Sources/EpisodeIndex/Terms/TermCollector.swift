/// While building: finds all terms of a stream, gives them their sorted numbers, and lists the
/// terms of each row.
struct TermCollector {
    private var terms = ByteInterner()
    /// For each identity its terms, the whole first; numbered as in `terms`, later sorted.
    private(set) var formTerms = RowLists()
    private(set) var isLight: [Bool] = []
    private var runTexts: [Int: ArraySlice<UInt8>] = [:]
    /// The term of each pair of identities of run characters that stand directly together.
    private var pairs: [UInt64: UInt32] = [:]
    /// Terms that are some word's form without being the word itself.
    private(set) var isPart: [Bool] = []

    init(identities: ByteInterner, stream: RowLists) {
        formTerms.endRow()
        isLight.append(false)
        var partTerms: [UInt32] = []
        for number in 1..<max(1, identities.count) {
            addForms(identities[number], of: number, &partTerms)
        }
        forEachPair(in: stream.values[...]) { _, key in pairs[key] = 0 }
        for key in pairs.keys {
            let first = runTexts[Int(key >> 32)] ?? []
            let second = runTexts[Int(key & 0xFFFF_FFFF)] ?? []
            pairs[key] = terms.intern([TermKind.pair.rawValue] + first + second)
        }
        isPart = Array(repeating: false, count: terms.count)
        for term in partTerms { isPart[Int(term)] = true }
    }

    private mutating func addForms(
        _ key: ArraySlice<UInt8>, of number: Int, _ partTerms: inout [UInt32]
    ) {
        let mark = key.first ?? 0
        isLight.append(mark == UnitStreamBuilder.lightSignMark)
        let kind = TermKind(rawValue: mark) ?? .sign
        let texts = key.dropFirst().split(
            separator: UnitStreamBuilder.formSeparator, omittingEmptySubsequences: false)
        for (index, text) in texts.enumerated() {
            let term = terms.intern([kind.rawValue] + text)
            formTerms.values.append(term)
            if index > 0 { partTerms.append(term) }
        }
        formTerms.endRow()
        if kind == .run { runTexts[number] = key.dropFirst() }
    }

    /// Calls `body` with the position of the second of every two run characters that stand
    /// directly together, and with both identities in one number.
    private func forEachPair(in units: ArraySlice<UInt32>, _ body: (Int, UInt64) -> Void) {
        var previous = 0
        for index in units.indices {
            let unit = units[index]
            let identity = UnitStream.identity(unit)
            let isRun = runTexts[identity] != nil
            if isRun, previous != 0, unit & UnitStream.spaceFlag == 0 {
                body(index, UInt64(previous) << 32 | UInt64(identity))
            }
            previous = isRun ? identity : 0
        }
    }

    /// Sorts the terms and renumbers everything by their places.
    mutating func sort(memory: IndexMemory) -> TermDictionary {
        let terms = self.terms
        var order = (0..<UInt32(terms.count)).map { $0 }
        order.sort { terms[Int($0)].lexicographicallyPrecedes(terms[Int($1)]) }
        var places = [UInt32](repeating: 0, count: order.count)
        for (place, term) in order.enumerated() { places[Int(term)] = UInt32(place) }
        formTerms.renumber(places)
        for key in pairs.keys { pairs[key] = pairs[key].map { places[Int($0)] } }
        isPart = order.map { isPart[Int($0)] }
        return TermDictionary(
            ByteTable(terms.blob, ends: terms.ends, order: order, memory: memory), memory: memory)
    }

    /// For every row the whole words among some terms, each once a row.
    /// - Parameter numbers: for each term the number it is listed by; `.max` for others.
    func wholeWordLists(
        of stream: RowLists, scope: TextScope, numbers: [UInt32], count: Int
    ) -> RowLists {
        var result = RowLists()
        var lastRows = [Int](repeating: -1, count: count)
        for row in 0..<stream.rowCount {
            for unit in Self.units(of: stream, row: row, scope: scope) {
                let range = formTerms.range(UnitStream.identity(unit))
                guard let whole = formTerms.values[range].first else { continue }
                let number = numbers[Int(whole)]
                guard number != .max, lastRows[Int(number)] != row else { continue }
                lastRows[Int(number)] = row
                result.values.append(number)
            }
            result.endRow()
        }
        return result
    }

    /// The terms of every row within a scope, each once a row.
    func termLists(of stream: RowLists, scope: TextScope) -> RowLists {
        var result = RowLists()
        var lastRows = [Int](repeating: -1, count: terms.count)
        func add(_ term: UInt32, _ row: Int) {
            if lastRows[Int(term)] != row {
                lastRows[Int(term)] = row
                result.values.append(term)
            }
        }
        for row in 0..<stream.rowCount {
            let units = Self.units(of: stream, row: row, scope: scope)
            for unit in units {
                for index in formTerms.range(UnitStream.identity(unit)) {
                    add(formTerms.values[index], row)
                }
            }
            if !pairs.isEmpty {
                forEachPair(in: units) { _, key in
                    if let term = pairs[key] { add(term, row) }
                }
            }
            result.endRow()
        }
        return result
    }

    /// The units of one row's fields within a scope, with the ends of the fields.
    static func units(
        of stream: RowLists, row: Int, scope: TextScope
    ) -> ArraySlice<UInt32> {
        let range = stream.range(row)
        if scope == .everything { return stream.values[range] }
        var end = range.lowerBound
        var fields = 0
        while end < range.upperBound, fields < scope.fieldCount {
            if stream.values[end] == UnitStream.fieldEnd { fields += 1 }
            end += 1
        }
        return stream.values[range.lowerBound..<end]
    }
}
