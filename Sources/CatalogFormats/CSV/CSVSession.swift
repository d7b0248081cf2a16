internal import EpisodeModel

/// Carries the bytes of one CSV file to the parser, and its records to the consumer.
@safe final class CSVSession {
    private let input: FileInput
    private let ledger: ReadLedger
    private var parser = CSVParser()
    private var reading: CSVRowReading?
    private var row = RowBuilder()
    private var lines = LineCounter()
    /// Where the current record begins.
    private var position = RowPosition(row: 0, line: 1, byteOffset: 0)
    private var rowNumber = 0
    /// Bytes of the file before the current piece.
    private var pieceOffset: Int64 = 0
    /// Bytes of the current piece whose lines are counted.
    private var countedByteCount = 0

    init(input: FileInput, ledger: ReadLedger) {
        self.input = input
        self.ledger = ledger
    }

    /// Reads the file to its end.
    ///
    /// - Parameter start: what was read of it already.
    func run(_ start: FileStart) throws(CatalogFault) {
        let fault = unsafe start.bytes.withUnsafeBytes { bytes -> CatalogFault? in
            unsafe process(bytes, from: start.markByteCount)
        }
        if let fault { throw fault }
        while try input.readChunk() {
            if let fault = unsafe process(input.chunk, from: 0) { throw fault }
            ledger.consumer.advance(toByte: pieceOffset)
        }
        if let fault = take(parser.finish()) { throw fault }
    }

    /// Goes over a piece of the file.
    ///
    /// - Returns: the fault that ends the read, or nil.
    private func process(_ bytes: UnsafeRawBufferPointer, from start: Int) -> CatalogFault? {
        countedByteCount = start
        var index = start
        while index < bytes.count {
            unsafe parser.endLine(bytes, &index)
            if parser.isBetweenRecords {
                unsafe countLines(bytes, to: index)
                position.line = lines.line
                position.byteOffset = pieceOffset + Int64(index)
            }
            if let fault = unsafe take(parser.next(bytes, &index)) { return fault }
        }
        unsafe countLines(bytes, to: bytes.count)
        pieceOffset += Int64(bytes.count)
        return nil
    }

    private func countLines(_ bytes: UnsafeRawBufferPointer, to end: Int) {
        guard end > countedByteCount else { return }
        let part = unsafe UnsafeRawBufferPointer(rebasing: bytes[countedByteCount..<end])
        unsafe lines.advance(over: part.assumingMemoryBound(to: UInt8.self).span)
        countedByteCount = end
    }

    private func fault(_ error: EpisodeError, row: Int) -> CatalogFault {
        var place = position
        place.row = row
        return CatalogFault(file: ledger.file, position: place, error: error)
    }

    private func take(_ event: CSVParser.Event) -> CatalogFault? {
        switch event {
        case .needsBytes, .passedOver: return nil
        case .fault(let kind):
            let error = kind.error(fieldCount: parser.fieldCountMaximum)
            // Without a header nothing can be read.
            guard reading != nil else { return fault(error, row: 0) }
            rowNumber += 1
            let fault = fault(error, row: rowNumber)
            return kind.isFinal ? fault : ledger.skip(fault)
        case .record:
            if parser.record.isBlank { return nil }
            guard let reading else { return takeHeader() }
            return take(parser.record, reading)
        }
    }

    private func takeHeader() -> CatalogFault? {
        do throws(EpisodeError) {
            let header = try CSVHeader(parser.record)
            reading = CSVRowReading(header: header)
            parser.fieldCountMaximum = header.columns.count
            return nil
        } catch {
            return fault(error, row: 0)
        }
    }

    private func take(_ record: CSVRecord, _ reading: CSVRowReading) -> CatalogFault? {
        var isDomain = false
        do throws(EpisodeError) {
            rowNumber += 1
            try reading.checkFieldCount(record)
            isDomain = try reading.isDomain(record)
            if isDomain {
                rowNumber -= 1
                try ledger.consumer.receive(try reading.domain(record))
                return nil
            }
            var place = position
            place.row = rowNumber
            return ledger.take(try reading.episode(record, &row), at: place)
        } catch {
            if isDomain {
                let field = "domains: " + error.field
                return ledger.skip(fault(.invalid(field, error.problem, error.remedy), row: 0))
            }
            return ledger.skip(fault(error, row: rowNumber))
        }
    }
}
