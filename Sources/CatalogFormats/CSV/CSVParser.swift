internal import Glibc

/// A push parser of comma-separated values (RFC 4180): bytes go in, records come out.
///
/// Records end with LF, CRLF or CR. Quotes may stand around a whole field only; inside of them
/// commas and line ends are text and a quote is written twice. Spaces are text.
@safe struct CSVParser {
    enum Event: Equatable {
        /// The bytes given are used up.
        case needsBytes
        /// The line of a record at fault has ended.
        case passedOver
        /// `record` is filled.
        case record
        /// The record cannot be right, in words; it is passed over up to its line's end.
        case fault(CSVFault)
    }

    private enum State {
        case fieldStart
        case plain
        case quoted
        /// A quote inside of a quoted field: its end, or the first of two.
        case quoteSeen
        /// In a record that is passed over.
        case passingOver
    }

    private var state = State.fieldStart
    private var followsCarriageReturn = false
    private var mustClear = false
    private(set) var record = CSVRecord()
    /// More fields than this are not kept; set when the header is known.
    var fieldCountMaximum = CatalogFileLimits.keyCountMaximum

    /// Whether the input may end here.
    var isBetweenRecords: Bool {
        if case .fieldStart = state { return mustClear || record.isUntouched }
        return false
    }

    /// Whether a quote waits for its other half.
    var isInQuotes: Bool {
        if case .quoted = state { return true }
        return false
    }

    /// Moves over the LF of a CRLF whose CR ended the record.
    mutating func endLine(_ bytes: UnsafeRawBufferPointer, _ position: inout Int) {
        guard followsCarriageReturn, position < bytes.count else { return }
        followsCarriageReturn = false
        if unsafe bytes[position] == 0x0A { position += 1 }
    }

    /// Goes on over bytes up to the end of a record, and moves `position` behind what was read.
    mutating func next(
        _ bytes: UnsafeRawBufferPointer, _ position: inout Int
    ) -> Event {
        if mustClear {
            record.removeAll()
            mustClear = false
        }
        while position < bytes.count {
            unsafe endLine(bytes, &position)
            guard position < bytes.count else { break }
            if let event = unsafe step(bytes, &position) {
                mustClear = true
                return event
            }
        }
        return .needsBytes
    }

    /// Ends the input, as if a line end followed.
    mutating func finish() -> Event {
        if isBetweenRecords { return .needsBytes }
        if isInQuotes { return .fault(.openQuote) }
        var position = 0
        return unsafe withUnsafeBytes(of: UInt8(0x0A)) { unsafe next($0, &position) }
    }
}

extension CSVRecord {
    fileprivate var isUntouched: Bool { fieldCount == 0 && bytes.isEmpty && !hasQuotes }
}

extension CSVParser {
    private mutating func step(
        _ bytes: UnsafeRawBufferPointer, _ position: inout Int
    ) -> Event? {
        switch state {
        case .fieldStart:
            if unsafe bytes[position] == 0x22 {
                state = .quoted
                record.hasQuotes = true
                position += 1
            } else {
                state = .plain
            }
            return nil
        case .plain: return unsafe plainStep(bytes, &position)
        case .quoted: return unsafe quotedStep(bytes, &position)
        case .quoteSeen:
            let byte = unsafe bytes[position]
            if byte == 0x22 {
                position += 1
                record.append(byte)
                state = .quoted
                return nil
            }
            guard Self.endsField(byte) else {
                state = .passingOver
                return .fault(.textAfterQuote)
            }
            position += 1
            return endField(byte)
        case .passingOver:
            return unsafe passOver(bytes, &position)
        }
    }

    private mutating func passOver(
        _ bytes: UnsafeRawBufferPointer, _ position: inout Int
    ) -> Event? {
        while position < bytes.count {
            let byte = unsafe bytes[position]
            position += 1
            if byte == 0x0A || byte == 0x0D {
                followsCarriageReturn = byte == 0x0D
                state = .fieldStart
                return .passedOver
            }
        }
        return nil
    }

    private static func endsField(_ byte: UInt8) -> Bool {
        byte == 0x2C || byte == 0x0A || byte == 0x0D
    }

    private mutating func plainStep(
        _ bytes: UnsafeRawBufferPointer, _ position: inout Int
    ) -> Event? {
        var end = position
        while end < bytes.count {
            let byte = unsafe bytes[end]
            if byte <= 0x2C && (Self.endsField(byte) || byte == 0x22) { break }
            end += 1
        }
        if let fault = unsafe keep(bytes, position..<end) {
            position = end
            state = .passingOver
            return .fault(fault)
        }
        position = end
        guard end < bytes.count else { return nil }
        let byte = unsafe bytes[end]
        guard byte != 0x22 else {
            state = .passingOver
            return .fault(.quoteInPlainField)
        }
        position += 1
        return endField(byte)
    }

    private mutating func quotedStep(
        _ bytes: UnsafeRawBufferPointer, _ position: inout Int
    ) -> Event? {
        let rest = unsafe UnsafeRawBufferPointer(rebasing: bytes[position...])
        var end = bytes.count
        if let base = rest.baseAddress, let quote = unsafe memchr(base, 0x22, rest.count) {
            end = position + (unsafe UnsafeRawPointer(quote) - base)
        }
        if unsafe keep(bytes, position..<end) != nil {
            // Most likely the quote that ends the field is missing; what follows would be read as
            // the inside of fields and the other way round.
            return .fault(.openQuote)
        }
        position = end
        if end < bytes.count {
            position += 1
            state = .quoteSeen
        }
        return nil
    }

    /// Keeps a part of the open field, within the bound of a record.
    private mutating func keep(
        _ bytes: UnsafeRawBufferPointer, _ range: Range<Int>
    ) -> CSVFault? {
        guard record.bytes.count + range.count <= CatalogFileLimits.recordByteCountMaximum else {
            return .tooLong
        }
        unsafe record.append(UnsafeRawBufferPointer(rebasing: bytes[range]))
        return nil
    }

    private mutating func endField(_ byte: UInt8) -> Event? {
        guard record.fieldCount < fieldCountMaximum else {
            state = byte == 0x2C ? .passingOver : .fieldStart
            followsCarriageReturn = byte == 0x0D
            return .fault(.tooManyFields)
        }
        record.endField()
        state = .fieldStart
        // A comma makes another field, even when nothing follows it.
        guard byte != 0x2C else { return nil }
        followsCarriageReturn = byte == 0x0D
        return .record
    }
}
