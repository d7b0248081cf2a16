/// Leaves out the fields of an encoded row that a read mask does not name.
enum RowMasking {
    /// Calls `body` with each stretch of a row's bytes to keep, in order.
    ///
    /// - Parameter row: an Episode without tag and length that this module encoded.
    static func eachKept(
        of row: UnsafeRawBufferPointer, _ selection: FieldSelection,
        _ body: (UnsafeRawBufferPointer) -> Void
    ) {
        var position = 0
        while position < row.count {
            let start = position
            let tag = unsafe varint(row, &position)
            switch tag & 7 {
            case 0: _ = unsafe varint(row, &position)
            case 1: position += 8
            case 2: unsafe position += Int(varint(row, &position))
            default: position += 4
            }
            if selection.contains(number: UInt32(tag >> 3)) {
                unsafe body(UnsafeRawBufferPointer(rebasing: row[start..<position]))
            }
        }
    }

    /// Bytes that `eachKept` passes on.
    static func keptByteCount(
        of row: UnsafeRawBufferPointer, _ selection: FieldSelection
    ) -> Int {
        var total = 0
        unsafe eachKept(of: row, selection) { total += $0.count }
        return total
    }

    private static func varint(_ bytes: UnsafeRawBufferPointer, _ position: inout Int) -> UInt64 {
        var value: UInt64 = 0
        var shift: UInt64 = 0
        while true {
            let byte = unsafe bytes[position]
            position += 1
            value |= UInt64(byte & 0x7F) << shift
            if byte < 0x80 { return value }
            shift += 7
        }
    }
}
