internal import EpisodeModel
internal import Glibc

/// Carries the bytes of one file to the parser and turns what goes wrong into faults with a place.
///
/// JSON lines are given to the parser line by line, so that a line that is no JSON costs one row;
/// documents as they come.
@safe final class ReadSession: PlaceFinder {
    private let input: FileInput
    private let scanner: CatalogScanner
    private var parser: JSONParser
    private var surrogates = SurrogateCheck()
    private var lines = LineCounter()

    private var chunk = unsafe UnsafeRawBufferPointer(start: nil, count: 0)
    private var chunkOffset: Int64 = 0
    /// Bytes of the chunk whose lines are counted.
    private var countedByteCount = 0
    /// Where in the chunk the bytes begin that the parser has now.
    private var parseStart = 0
    /// Bytes since the last event.
    private var silentByteCount = 0
    /// Whether the rest of a broken line is still to be passed over.
    private var isPassingOver = false

    init(input: FileInput, scanner: CatalogScanner) throws(CatalogFault) {
        self.input = input
        self.scanner = scanner
        parser = try Self.makeParser(scanner)
        scanner.placeFinder = self
    }

    private static func makeParser(_ scanner: CatalogScanner) throws(CatalogFault) -> JSONParser {
        guard let parser = JSONParser(scanner: scanner) else {
            throw CatalogFault(
                file: scanner.file, position: nil, field: "", problem: "memory is short",
                remedy: "free some and try again")
        }
        return parser
    }

    /// Reads the file to its end.
    ///
    /// - Parameter start: what was read of it already.
    func run(_ start: FileStart) throws(CatalogFault) {
        try process(start.bytes, from: start.markByteCount)
        chunkOffset = Int64(start.bytes.count)
        while try input.readChunk() {
            unsafe chunk = input.chunk
            try processChunk(from: 0)
            chunkOffset += Int64(unsafe chunk.count)
            scanner.ledger.consumer.advance(toByte: chunkOffset)
        }
        // What is found from here on lies at the end of the file.
        unsafe chunk = UnsafeRawBufferPointer(start: nil, count: 0)
        try finish()
    }

    /// Processes bytes that do not lie in the input's own chunk.
    private func process(_ bytes: [UInt8], from start: Int) throws(CatalogFault) {
        let result = unsafe bytes.withUnsafeBytes { buffer -> Result<Void, CatalogFault> in
            unsafe chunk = buffer
            defer { unsafe chunk = UnsafeRawBufferPointer(start: nil, count: 0) }
            do throws(CatalogFault) {
                try processChunk(from: start)
                return .success(())
            } catch {
                return .failure(error)
            }
        }
        try result.get()
    }

    func currentPlace() -> (line: Int, byteOffset: Int64) {
        let end = min(parseStart + parser.consumedByteCount, unsafe chunk.count)
        countLines(to: end)
        return (lines.line, chunkOffset + Int64(end))
    }

    private func countLines(to end: Int) {
        guard end > countedByteCount else { return }
        let part = unsafe UnsafeRawBufferPointer(rebasing: chunk[countedByteCount..<end])
        unsafe lines.advance(over: part.assumingMemoryBound(to: UInt8.self).span)
        countedByteCount = end
    }
}

extension ReadSession {
    private func processChunk(from start: Int) throws(CatalogFault) {
        countedByteCount = start
        var position = start
        let count = unsafe chunk.count
        var lineFeed = start
        while position < count {
            let lineEnd =
                scanner.form == .document ? nil : lineEnd(from: position, lineFeed: &lineFeed)
            let end = lineEnd ?? count
            if isPassingOver {
                isPassingOver = lineEnd == nil
            } else if let fault = parse(position..<end)
                ?? (lineEnd == nil ? nil : unfinishedLineFault())
            {
                try passOverLine(fault)
                isPassingOver = lineEnd == nil
            }
            position = end
        }
        countLines(to: count)
    }

    /// The index after the next line end.
    ///
    /// - Parameter lineFeed: where the chunk's next line feed is at the soonest. It is looked for anew
    ///   only behind it: a file may have no line feed at all, and each of its lines would be searched
    ///   to the end of the chunk.
    /// - Complexity: O(line), as long as `lineFeed` is handed on.
    private func lineEnd(from start: Int, lineFeed: inout Int) -> Int? {
        let count = unsafe chunk.count
        if unsafe lineFeed < start || lineFeed < count && chunk[lineFeed] != 0x0A {
            lineFeed = index(of: 0x0A, in: start..<count) ?? count
        }
        let carriageReturn = index(of: 0x0D, in: start..<lineFeed)
        // Together with the line feed when that comes right after.
        if let carriageReturn, carriageReturn + 1 < lineFeed || lineFeed == count {
            return carriageReturn + 1
        }
        return lineFeed < count ? lineFeed + 1 : nil
    }

    private func index(of byte: UInt8, in range: Range<Int>) -> Int? {
        let part = unsafe UnsafeRawBufferPointer(rebasing: chunk[range])
        guard let base = part.baseAddress,
            let place = unsafe memchr(base, Int32(byte), part.count)
        else { return nil }
        return range.lowerBound + (unsafe UnsafeRawPointer(place) - base)
    }

    /// Gives bytes to the parser; a fault when it cannot go on.
    private func parse(_ range: Range<Int>) -> CatalogFault? {
        var start = range.lowerBound
        while true {
            let bytes = unsafe chunk.assumingMemoryBound(to: UInt8.self).span
            let lone = surrogates.firstLoneHalf(in: bytes, from: start, to: range.upperBound)
            let end = lone ?? range.upperBound
            parseStart = start
            let outcome = unsafe parser.parse(
                UnsafeRawBufferPointer(rebasing: chunk[start..<end]))
            if let fault = fault(for: outcome) ?? silenceFault(adding: end - start) {
                return fault
            }
            guard lone != nil else { return nil }
            if let fault = scanner.noteLoneHalf() { return fault }
            start = end
        }
    }

    private func fault(for outcome: JSONParser.Outcome) -> CatalogFault? {
        switch outcome {
        case .ok: return nil
        case .stopped: return scanner.stopFault
        case .malformed(let message):
            let place = currentPlace()
            return scanner.lineFault(
                place, "is not JSON at byte \(place.byteOffset): \(message)",
                "fix the text there")
        }
    }

    /// A fault when no value has ended for too long: the parser must keep such a text as a whole.
    private func silenceFault(adding byteCount: Int) -> CatalogFault? {
        silentByteCount = scanner.hasNewEvents ? 0 : silentByteCount + byteCount
        scanner.hasNewEvents = false
        guard silentByteCount > CatalogFileLimits.tokenByteCountMaximum else { return nil }
        silentByteCount = 0
        return scanner.lineFault(
            currentPlace(),
            "a text or gap is longer than \(CatalogFileLimits.tokenByteCountMaximum) bytes",
            "shorten it")
    }

    private func unfinishedLineFault() -> CatalogFault? {
        guard scanner.form == .lines, !scanner.stack.isEmpty else { return nil }
        // The line end itself already counts for the next line.
        let place = (line: scanner.rowPosition.line, byteOffset: currentPlace().byteOffset)
        return scanner.unfinishedFault(place, "the line")
    }

    /// Counts a broken line as a bad row, or throws when that cannot be.
    private func passOverLine(_ fault: CatalogFault) throws(CatalogFault) {
        guard scanner.skipsBadRows, scanner.form != .document,
            !scanner.ledger.summary.isCutShort
        else { throw fault }
        scanner.abandonLine(fault)
        if scanner.ledger.summary.isCutShort { throw fault }
        parser = try Self.makeParser(scanner)
        surrogates = SurrogateCheck()
        silentByteCount = 0
    }

    /// The end of the file: everything must be closed, and a last value may still be waiting.
    private func finish() throws(CatalogFault) {
        if isPassingOver { return }
        if scanner.stack.isEmpty {
            try process([UInt8(ascii: "\n")], from: 0)
        } else {
            parseStart = 0
            try passOverLine(scanner.unfinishedFault(currentPlace(), "the file"))
        }
    }
}
