extension JSONValue {
    /// The value as JSON text, without a line end.
    ///
    /// Beside what must be escaped, DEL, C1 control characters, line separators and marks that
    /// reorder text are, so that the text cannot drive a terminal.
    /// - Parameter isIndented: two spaces a level and one member a line; otherwise one line.
    public func text(isIndented: Bool = false) -> String {
        var bytes: [UInt8] = []
        write(to: &bytes, isIndented: isIndented, level: 0)
        return String(decoding: bytes, as: UTF8.self)
    }

    private func write(to bytes: inout [UInt8], isIndented: Bool, level: Int) {
        switch self {
        case .null: JSONText.append(raw: "null", to: &bytes)
        case .bool(let value): JSONText.append(raw: value ? "true" : "false", to: &bytes)
        case .number(let number): bytes.append(contentsOf: number.text.utf8)
        case .string(let text): JSONText.append(text, to: &bytes)
        case .array(let values):
            bytes.append(UInt8(ascii: "["))
            for (index, value) in values.enumerated() {
                Self.separate(index, &bytes, isIndented, level + 1)
                value.write(to: &bytes, isIndented: isIndented, level: level + 1)
            }
            if isIndented, !values.isEmpty { Self.newLine(&bytes, level) }
            bytes.append(UInt8(ascii: "]"))
        case .object(let members):
            bytes.append(UInt8(ascii: "{"))
            for (index, member) in members.enumerated() {
                Self.separate(index, &bytes, isIndented, level + 1)
                JSONText.append(member.name, to: &bytes)
                bytes.append(UInt8(ascii: ":"))
                if isIndented { bytes.append(UInt8(ascii: " ")) }
                member.value.write(to: &bytes, isIndented: isIndented, level: level + 1)
            }
            if isIndented, !members.isEmpty { Self.newLine(&bytes, level) }
            bytes.append(UInt8(ascii: "}"))
        }
    }

    private static func separate(
        _ index: Int, _ bytes: inout [UInt8], _ isIndented: Bool, _ level: Int
    ) {
        if index > 0 { bytes.append(UInt8(ascii: ",")) }
        if isIndented { newLine(&bytes, level) }
    }

    private static func newLine(_ bytes: inout [UInt8], _ level: Int) {
        bytes.append(UInt8(ascii: "\n"))
        for _ in 0..<level { JSONText.append(raw: "  ", to: &bytes) }
    }
}
