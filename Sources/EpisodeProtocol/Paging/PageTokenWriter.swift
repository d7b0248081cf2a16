public import EpisodeModel

/// Writes page tokens into memory that it keeps.
public struct PageTokenWriter {
    /// Version, fingerprint, number of keys, id, checksum.
    private static let fixedByteCount = 26
    private static let keyCountMaximum = Int(UInt8.max)

    /// The token written last.
    public private(set) var text: [UInt8] = []

    public init() {}

    /// Writes the token of the page after the cursor's row.
    /// - Complexity: O(bytes of the keys).
    public mutating func write(_ cursor: borrowing Cursor, fingerprint: UInt64) {
        var byteCount = Self.fixedByteCount
        for index in 0..<min(cursor.keys.count, Self.keyCountMaximum) {
            byteCount += cursor.keys[index].byteCount
        }
        let characterCount = Base64URL.characterCount(byteCount)
        // Tokens are mostly of one length: then the old one is written over.
        if text.count > characterCount { text.removeLast(text.count - characterCount) }
        while text.count < characterCount { text.append(0) }
        // The raw form is short and there for a moment only: this memory lies on the stack.
        unsafe withUnsafeTemporaryAllocation(byteCount: byteCount, alignment: 8) { bytes in
            unsafe Self.fill(bytes, cursor.keys.span, cursor.id, fingerprint)
            unsafe text.withUnsafeMutableBufferPointer { characters in
                guard let start = characters.baseAddress else { return }
                unsafe Base64URL.encode(UnsafeRawBufferPointer(bytes), into: start)
            }
        }
    }

    private static func fill(
        _ bytes: UnsafeMutableRawBufferPointer, _ keys: borrowing Span<Cursor.Key>,
        _ id: UInt64, _ fingerprint: UInt64
    ) {
        guard var place = bytes.baseAddress else { return }
        func put(_ number: UInt64) {
            unsafe place.storeBytes(of: number.littleEndian, as: UInt64.self)
            unsafe place += 8
        }
        func put(_ byte: UInt8) {
            unsafe place.storeBytes(of: byte, as: UInt8.self)
            unsafe place += 1
        }
        put(PageToken.version)
        put(fingerprint)
        put(UInt8(clamping: keys.count))
        for index in 0..<min(keys.count, keyCountMaximum) {
            switch keys[index] {
            case .absent: put(PageToken.Kind.absent)
            case .number(let number):
                put(PageToken.Kind.number)
                put(number)
            case .text(let text):
                put(PageToken.Kind.text)
                unsafe place.storeBytes(
                    of: UInt32(clamping: text.count).littleEndian, as: UInt32.self)
                unsafe place += 4
                unsafe text.withUnsafeBytes { source in
                    guard let start = source.baseAddress else { return }
                    unsafe place.copyMemory(from: start, byteCount: source.count)
                }
                unsafe place += text.count
            }
        }
        put(id)
        let body = unsafe UnsafeRawBufferPointer(rebasing: bytes[..<(bytes.count - 8)])
        unsafe put(StableHash.of(body))
    }
}

extension Cursor.Key {
    /// In a token.
    fileprivate var byteCount: Int {
        switch self {
        case .absent: 1
        case .number: 9
        case .text(let text): 5 + text.count
        }
    }
}
