/// A JSON object that is written member by member; absent values make no member.
struct JSONObject {
    private var hasMembers = false

    /// Begins the object.
    init(_ bytes: inout [UInt8]) { bytes.append(UInt8(ascii: "{")) }

    func end(_ bytes: inout [UInt8]) { bytes.append(UInt8(ascii: "}")) }

    /// Begins a member; its value is to be appended next.
    mutating func key(_ name: String, to bytes: inout [UInt8]) {
        if hasMembers { bytes.append(UInt8(ascii: ",")) }
        hasMembers = true
        bytes.append(UInt8(ascii: "\""))
        bytes.append(contentsOf: name.utf8)
        JSONText.append(raw: "\":", to: &bytes)
    }

    mutating func member(
        _ name: String, _ text: String, to bytes: inout [UInt8], isAlwaysWritten: Bool = false
    ) {
        guard !text.isEmpty || isAlwaysWritten else { return }
        key(name, to: &bytes)
        JSONText.append(text, to: &bytes)
    }

    mutating func member(_ name: String, number: UInt32?, to bytes: inout [UInt8]) {
        guard let number else { return }
        key(name, to: &bytes)
        JSONText.append(digits: number, to: &bytes)
    }

    /// A 64-bit number, as text.
    mutating func member(_ name: String, text number: UInt64, to bytes: inout [UInt8]) {
        key(name, to: &bytes)
        bytes.append(UInt8(ascii: "\""))
        JSONText.append(digits: number, to: &bytes)
        bytes.append(UInt8(ascii: "\""))
    }

    mutating func member(_ name: String, numbers: [UInt32], to bytes: inout [UInt8]) {
        guard !numbers.isEmpty else { return }
        key(name, to: &bytes)
        for (index, number) in numbers.enumerated() {
            bytes.append(UInt8(ascii: index == 0 ? "[" : ","))
            JSONText.append(digits: number, to: &bytes)
        }
        bytes.append(UInt8(ascii: "]"))
    }

    mutating func member(_ name: String, texts: [String], to bytes: inout [UInt8]) {
        guard !texts.isEmpty else { return }
        key(name, to: &bytes)
        for (index, text) in texts.enumerated() {
            bytes.append(UInt8(ascii: index == 0 ? "[" : ","))
            JSONText.append(text, to: &bytes)
        }
        bytes.append(UInt8(ascii: "]"))
    }
}
