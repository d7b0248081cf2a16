/// While building: the terms of every row within a scope.
@safe struct ScopeTerms: PostingSource {
    let stream: UnitStream
    let scope: TextScope
    let numbering: IdentityNumbering
    let pairTerms: [UInt32]

    var rowCount: Int { stream.rowCount }

    @inline(__always)
    func forEachValue(_ body: (UInt32, UInt32) -> Void) {
        if numbering.pairs.keys.isEmpty {
            stream.forEachUnit(in: scope) { row, unit in addTerms(row, unit, body) }
            return
        }
        var previous: UInt32 = 0
        stream.forEachUnit(in: scope) { row, unit in
            let identity = UInt32(UnitStream.identity(unit))
            addTerms(row, unit, body)
            let isRun = numbering.isRun[Int(identity)]
            if isRun, previous != 0, unit & UnitStream.spaceFlag == 0 {
                let pair = numbering.pairs.number(RunPairs.key(previous, identity))
                if let pair { body(row, pairTerms[pair]) }
            }
            previous = isRun ? identity : 0
        }
    }

    @inline(__always)
    private func addTerms(_ row: UInt32, _ unit: UInt32, _ body: (UInt32, UInt32) -> Void) {
        if unit == UnitStream.fieldEnd { return }
        let identity = UnitStream.identity(unit)
        if UnitStream.hasForms(unit) {
            let forms = stream.formTerms[identity]
            for index in 0..<forms.count { body(row, forms[index]) }
        } else {
            body(row, stream.wholeTerms[identity])
        }
    }
}

/// While building: of every row the whole words among some terms.
@safe struct WholeWords: PostingSource {
    let stream: UnitStream
    let scope: TextScope
    /// For each term the number it is listed by; `.max` for others.
    let numbers: View<UInt32>

    var rowCount: Int { stream.rowCount }

    @inline(__always)
    func forEachValue(_ body: (UInt32, UInt32) -> Void) {
        stream.forEachUnit(in: scope) { row, unit in
            if unit == UnitStream.fieldEnd { return }
            let number = numbers[stream.wholeTerms[UnitStream.identity(unit)]]
            if number != .max { body(row, number) }
        }
    }
}

extension UnitStream {
    var rowCount: Int { rows.starts.count - 1 }

    /// Calls `body` with every row and its units in a scope, and with the ends of the fields.
    @inline(__always)
    func forEachUnit(in scope: TextScope, _ body: (UInt32, UInt32) -> Void) {
        for row in 0..<rowCount {
            let number = UInt32(truncatingIfNeeded: row)
            let units = rows[row]
            var fields = scope.fieldCount
            for index in 0..<units.count {
                body(number, units[index])
                if units[index] == Self.fieldEnd {
                    fields -= 1
                    if fields == 0 { break }
                }
            }
        }
    }
}
