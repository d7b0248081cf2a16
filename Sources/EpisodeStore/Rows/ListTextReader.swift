/// Reads the JSON texts that `ListText` writes, and no other JSON; nil for everything else.
@safe struct ListTextReader {
    private let bytes: UnsafeRawBufferPointer
    private var position = 0

    /// - Parameter bytes: must outlive the reader.
    @unsafe init(_ bytes: UnsafeRawBufferPointer) { unsafe self.bytes = bytes }

    private var next: UInt8? { unsafe position < bytes.count ? unsafe bytes[position] : nil }

    private mutating func skip(_ byte: UInt8) -> Bool {
        guard next == byte else { return false }
        position += 1
        return true
    }

    mutating func numbers() -> [UInt32]? {
        list { reader in reader.number() }
    }

    mutating func texts() -> [String]? {
        list { reader in reader.text() }
    }

    private mutating func list<Element>(
        _ element: (inout ListTextReader) -> Element?
    ) -> [Element]? {
        if unsafe bytes.isEmpty { return [] }
        guard skip(UInt8(ascii: "[")) else { return nil }
        var elements: [Element] = []
        repeat {
            guard let next = element(&self) else { return nil }
            elements.append(next)
        } while skip(UInt8(ascii: ","))
        return unsafe skip(UInt8(ascii: "]")) && position == bytes.count ? elements : nil
    }

    private mutating func number() -> UInt32? {
        let start = position
        var value: UInt64 = 0
        while let byte = next, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte),
            position - start < 10
        {
            value = value * 10 + UInt64(byte - UInt8(ascii: "0"))
            position += 1
        }
        return position > start ? UInt32(exactly: value) : nil
    }

    private mutating func text() -> String? {
        guard skip(UInt8(ascii: "\"")) else { return nil }
        let start = position
        while let byte = next, byte != UInt8(ascii: "\""), byte != UInt8(ascii: "\\") {
            position += 1
        }
        guard let byte = next else { return nil }
        if byte == UInt8(ascii: "\\") { return escapedText(from: start) }
        let text = unsafe String(
            decoding: UnsafeRawBufferPointer(rebasing: bytes[start..<position]), as: UTF8.self)
        position += 1
        return text
    }

    /// The rest of a text whose first escape is at the position.
    private mutating func escapedText(from start: Int) -> String? {
        var plain = unsafe Array(bytes[start..<position])
        while let byte = next {
            position += 1
            if byte == UInt8(ascii: "\"") { return String(decoding: plain, as: UTF8.self) }
            guard byte == UInt8(ascii: "\\") else {
                plain.append(byte)
                continue
            }
            guard let escaped = next else { return nil }
            position += 1
            guard escaped == UInt8(ascii: "u") else {
                plain.append(escaped)
                continue
            }
            guard let control = controlCharacter() else { return nil }
            plain.append(control)
        }
        return nil
    }

    /// The four digits of a control character.
    private mutating func controlCharacter() -> UInt8? {
        guard unsafe position + 4 <= bytes.count else { return nil }
        let digits = unsafe String(
            decoding: UnsafeRawBufferPointer(rebasing: bytes[position..<(position + 4)]),
            as: UTF8.self)
        position += 4
        guard let value = UInt8(digits, radix: 16), value < 0x20 else { return nil }
        return value
    }
}
