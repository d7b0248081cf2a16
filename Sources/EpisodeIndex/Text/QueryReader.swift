/// Reads queries as conditions. Quotation marks are the only operators; no query is wrong.
///
/// It cuts a query into quoted and other segments, these into chunks, and makes conditions of them.
final class QueryReader {
    private var normalizer: TextNormalizer
    private var scanner: TextScanner
    private var folding = TextFolding()
    private let query: QueryText
    /// Where each chunk of the condition that is being made ends among the units.
    private let chunkEnds: Buffer<Int>

    init(into query: QueryText, memory: ScratchMemory) {
        self.query = query
        chunkEnds = memory.buffer()
        normalizer = TextNormalizer(memory: memory)
        scanner = TextScanner(memory: memory)
    }

    /// Linear in the length, which the caller bounds (`EpisodeQuery.textByteCountMaximum`).
    func read(_ text: borrowing Span<UInt8>) -> QueryText.Outcome {
        unsafe text.withUnsafeBufferPointer { buffer in
            guard let base = buffer.baseAddress else { return read(View<UInt8>.empty) }
            return unsafe read(View(base, count: buffer.count))
        }
    }

    private func read(_ text: View<UInt8>) -> QueryText.Outcome {
        query.removeAll()
        if Self.isBlank(text) { return .noFilter }
        normalizer.normalize(text)
        let scalars = normalizer.scalars.view
        var start = 0
        var isQuoted = false
        while start <= scalars.count {
            var end = start
            while end < scalars.count, scalars[end] != AlikeSigns.quotationMark { end += 1 }
            readSegment(
                scalars.part(from: start, count: end - start), isQuoted: isQuoted,
                isOpen: isQuoted && end == scalars.count)
            isQuoted.toggle()
            start = end + 1
        }
        dropWhatSaysNothing()
        return query.conditions.count > 0 ? .conditions : .matchesNothing
    }

    private static func isBlank(_ text: View<UInt8>) -> Bool {
        var position = 0
        while position < text.count {
            let scalar = UTF8Coding.next(text, &position)
            if !TextTable.shared[scalar].has(.isWhiteSpace) { return false }
        }
        return true
    }

    /// Here a space always parts two chunks.
    private func readSegment(_ segment: View<UInt32>, isQuoted: Bool, isOpen: Bool) {
        chunkEnds.removeAll()
        var first = query.units.count
        var position = 0
        while position < segment.count {
            if TextTable.shared[segment[position]].scalarClass == .space {
                position += 1
                continue
            }
            let start = position
            while position < segment.count,
                TextTable.shared[segment[position]].scalarClass != .space
            {
                position += 1
            }
            readChunk(segment.part(from: start, count: position - start))
            if isQuoted { continue }
            endCondition(from: first, isQuoted: false, isOpen: false)
            first = query.units.count
        }
        if isQuoted { endCondition(from: first, isQuoted: true, isOpen: isOpen) }
    }

    private func readChunk(_ chunk: View<UInt32>) {
        scanner.begin()
        scanner.scan(chunk)
        for place in 0..<scanner.tokens.count {
            let token = scanner.tokens[place]
            let text = scanner.text(of: token)
            let start = query.bytes.count
            query.bytes.append(TermKind(token.kind).rawValue)
            for index in 0..<text.count { query.bytes.append(text[index]) }
            query.units.append(
                QueryUnit(
                    start: UInt32(start), end: UInt32(query.bytes.count), kind: token.kind,
                    isTight: place > 0, isLight: token.isLight))
        }
        chunkEnds.append(query.units.count)
    }

    private func endCondition(from first: Int, isQuoted: Bool, isOpen: Bool) {
        let units = query.units
        let hasWord = (first..<units.count).contains { units[$0].kind != .sign }
        if hasWord { trimChunks(from: first) }
        chunkEnds.removeAll()
        guard units.count > first else { return }
        query.conditions.append(
            QueryCondition(
                start: UInt32(first), end: UInt32(units.count), isQuoted: isQuoted, isOpen: isOpen,
                hasWord: hasWord))
    }

    /// Leaves out the light signs at both ends of every chunk: `(map)` and `map,` ask for map.
    private func trimChunks(from first: Int) {
        let units = query.units
        var kept = first
        var start = first
        for chunk in 0..<chunkEnds.count {
            var end = chunkEnds[chunk]
            let next = end
            while start < end, units[start].isLight { start += 1 }
            while start < end, units[end - 1].isLight { end -= 1 }
            for place in start..<end {
                units[kept] = units[place]
                units[kept].isTight = place > start
                kept += 1
            }
            start = next
        }
        units.assumeCount(kept)
    }

    /// A lone dash or ampersand between words is how people write, not what they look for; asked
    /// for alone, it is.
    private func dropWhatSaysNothing() {
        let conditions = query.conditions
        guard (0..<conditions.count).contains(where: { !saysNothing(conditions[$0]) }) else {
            return
        }
        var kept = 0
        for place in 0..<conditions.count where !saysNothing(conditions[place]) {
            conditions[kept] = conditions[place]
            kept += 1
        }
        conditions.assumeCount(kept)
    }

    private func saysNothing(_ condition: QueryCondition) -> Bool {
        !condition.isQuoted
            && (condition.start..<condition.end).allSatisfy {
                let unit = query.units[Int($0)]
                return unit.isLight || isAmpersand(unit)
            }
    }

    private func isAmpersand(_ unit: QueryUnit) -> Bool {
        let key = query.key(unit)
        return key.count == 2 && key[1] == UInt8(ascii: "&")
    }
}

extension QueryReader {
    /// Appends a text, or its folded form.
    func append(_ text: String, isFolded: Bool, to bytes: Buffer<UInt8>) {
        var text = text
        text.withUTF8 { utf8 in
            guard let base = utf8.baseAddress else { return }
            let view = unsafe View(base, count: utf8.count)
            if isFolded {
                appendFolded(view, to: bytes)
            } else {
                for index in 0..<view.count { bytes.append(view[index]) }
            }
        }
    }

    /// Appends the folded form of a text, as `TextFolding.fold` makes it.
    func appendFolded(_ text: View<UInt8>, to bytes: Buffer<UInt8>) {
        folding.append(text, to: bytes)
    }
}
