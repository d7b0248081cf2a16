/// While building: finds the terms of all identities and gives them their sorted numbers.
struct TermCollector {
    private var terms = ByteInterner()
    /// For each identity its terms, the whole first; numbered as in `terms`, later sorted.
    private(set) var formTerms = RowLists()
    private(set) var isLight: [Bool] = []
    private(set) var isRun: [Bool] = []
    /// The term of each pair of run characters.
    private(set) var pairTerms: [UInt32] = []
    /// Terms that are some word's form without being the word itself.
    private(set) var isPart: [Bool] = []

    init(identities: ByteInterner, pairs: RunPairs) {
        var parts: [UInt32] = []
        for number in 0..<identities.count {
            addTerms(identities[number], &parts)
        }
        let scratch = ScratchMemory()
        let key: Buffer<UInt8> = scratch.buffer()
        for pair in pairs.keys {
            key.removeAll()
            key.append(TermKind.pair.rawValue)
            for number in [Int(pair >> 32), Int(pair & 0xFFFF_FFFF)] {
                let character = identities[number]
                key.append(contentsOf: character.part(from: 1, count: character.count - 1))
            }
            pairTerms.append(terms.intern(key.view))
        }
        isPart = Array(repeating: false, count: terms.count)
        for term in parts { isPart[Int(term)] = true }
    }

    /// Adds the terms of the next identity; the one without a key has none.
    private mutating func addTerms(_ key: View<UInt8>, _ parts: inout [UInt32]) {
        let mark = key.isEmpty ? 0 : key[0]
        isLight.append(mark == IdentityKey.lightSignMark)
        isRun.append(mark == TermKind.run.rawValue)
        if !key.isEmpty {
            let end = IdentityKey.textEnd(key)
            var term = key.part(from: 0, count: end).array
            if mark == IdentityKey.lightSignMark { term[0] = TermKind.sign.rawValue }
            formTerms.values.append(terms.intern(term))
            if mark == TermKind.word.rawValue { addForms(key, term, &parts) }
        }
        formTerms.endRow()
    }

    private mutating func addForms(
        _ key: View<UInt8>, _ word: [UInt8], _ parts: inout [UInt32]
    ) {
        func add(_ form: [UInt8], _ terms: inout ByteInterner, _ forms: inout RowLists) {
            let term = terms.intern(form)
            forms.values.append(term)
            parts.append(term)
        }
        IdentityKey.forEachPart(key, textEnd: word.count) { start in
            add([TermKind.word.rawValue] + word[(start + 1)...], &terms, &formTerms)
        }
        let text = key.part(from: 1, count: word.count - 1)
        if IdentityKey.hasPlainForm(text) {
            add(word.filter { $0 != UInt8(ascii: "'") }, &terms, &formTerms)
        }
    }

    /// Sorts the terms and renumbers everything by their places.
    mutating func sort(memory: IndexMemory) -> TermDictionary {
        struct Entry {
            let start: UInt64
            let term: UInt32
        }
        let terms = self.terms
        var entries = (0..<terms.count).map { term in
            Entry(start: terms[term].bigEndianStart, term: UInt32(term))
        }
        entries.sort { left, right in
            if left.start != right.start { return left.start < right.start }
            return terms[Int(left.term)].compare(terms[Int(right.term)]) < 0
        }
        let order = entries.map(\.term)
        var places = [UInt32](repeating: 0, count: order.count)
        for (place, term) in order.enumerated() { places[Int(term)] = UInt32(place) }
        formTerms.renumber(places)
        for index in pairTerms.indices { pairTerms[index] = places[Int(pairTerms[index])] }
        isPart = order.map { isPart[Int($0)] }
        memory.purpose = "dictionary"
        return TermDictionary(
            ByteTable(
                count: terms.count, byteCount: terms.byteCount, memory: memory,
                string: { terms[Int(order[$0])] }), memory: memory)
    }
}
