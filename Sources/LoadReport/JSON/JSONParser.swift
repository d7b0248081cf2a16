extension JSONValue {
    /// Reads one JSON text; nothing but blanks may follow.
    /// - Complexity: O(bytes); nesting is bounded.
    public static func parse(_ bytes: [UInt8]) throws(Fault) -> JSONValue {
        var parser = JSONParser(bytes)
        let value = try parser.value(depth: 0)
        try parser.end()
        return value
    }

    /// Reads an object and tells also where the value of each member stands in the text.
    public static func parseMembers(
        _ bytes: [UInt8]
    ) throws(Fault) -> [(key: String, value: JSONValue, range: Range<Int>)] {
        var parser = JSONParser(bytes)
        let members = try parser.members()
        try parser.end()
        return members
    }
}

/// Walks the bytes of a JSON text.
struct JSONParser {
    private static let depthMaximum = 64

    private let bytes: [UInt8]
    private var place = 0

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    private func fault(_ message: String) -> JSONValue.Fault {
        JSONValue.Fault(message: message, offset: place)
    }

    private mutating func skipBlanks() {
        while place < bytes.count, [0x20, 0x09, 0x0A, 0x0D].contains(bytes[place]) { place += 1 }
    }

    private var next: UInt8? { place < bytes.count ? bytes[place] : nil }

    private mutating func take(_ character: UInt8) -> Bool {
        skipBlanks()
        guard next == character else { return false }
        place += 1
        return true
    }

    mutating func end() throws(JSONValue.Fault) {
        skipBlanks()
        guard place == bytes.count else { throw fault("something follows the JSON text") }
    }

    mutating func value(depth: Int) throws(JSONValue.Fault) -> JSONValue {
        guard depth <= Self.depthMaximum else { throw fault("the JSON text is nested too deep") }
        skipBlanks()
        switch next {
        case UInt8(ascii: "{"):
            var members: [String: JSONValue] = [:]
            for member in try self.members(depth: depth) { members[member.key] = member.value }
            return .object(members)
        case UInt8(ascii: "["): return .array(try elements(depth: depth))
        case UInt8(ascii: "\""): return .string(try string())
        case UInt8(ascii: "t"): return try word("true", .bool(true))
        case UInt8(ascii: "f"): return try word("false", .bool(false))
        case UInt8(ascii: "n"): return try word("null", .null)
        case nil: throw fault("the JSON text ends too early")
        default: return .number(try number())
        }
    }

    private mutating func word(
        _ word: String, _ value: JSONValue
    ) throws(JSONValue.Fault) -> JSONValue {
        guard bytes[place...].starts(with: word.utf8) else { throw fault("no JSON value") }
        place += word.utf8.count
        return value
    }

    mutating func members(
        depth: Int = 0
    ) throws(JSONValue.Fault) -> [(key: String, value: JSONValue, range: Range<Int>)] {
        var members: [(key: String, value: JSONValue, range: Range<Int>)] = []
        guard take(UInt8(ascii: "{")) else { throw fault("no JSON object, which begins with {") }
        if take(UInt8(ascii: "}")) { return members }
        while true {
            skipBlanks()
            guard next == UInt8(ascii: "\"") else { throw fault("a member has no name in quotes") }
            let key = try string()
            guard !members.contains(where: { $0.key == key }) else {
                throw fault("the member \"\(key.prefix(40))\" stands twice")
            }
            guard take(UInt8(ascii: ":")) else { throw fault("a member has no colon") }
            skipBlanks()
            let start = place
            let value = try value(depth: depth + 1)
            members.append((key, value, start..<place))
            if take(UInt8(ascii: "}")) { return members }
            guard take(UInt8(ascii: ",")) else { throw fault("a comma or } is missing") }
        }
    }

    private mutating func elements(depth: Int) throws(JSONValue.Fault) -> [JSONValue] {
        var elements: [JSONValue] = []
        place += 1
        if take(UInt8(ascii: "]")) { return elements }
        while true {
            elements.append(try value(depth: depth + 1))
            if take(UInt8(ascii: "]")) { return elements }
            guard take(UInt8(ascii: ",")) else { throw fault("a comma or ] is missing") }
        }
    }

    private mutating func number() throws(JSONValue.Fault) -> String {
        let start = place
        while let character = next,
            (0x30...0x39).contains(character) || "+-.eE".utf8.contains(character)
        {
            place += 1
        }
        let text = String(decoding: bytes[start..<place], as: UTF8.self)
        guard let first = text.utf8.first, (0x30...0x39).contains(first) || first == 0x2D,
            Double(text) != nil, text.utf8.count <= 64
        else { throw fault("no JSON value") }
        return text
    }

    private mutating func string() throws(JSONValue.Fault) -> String {
        place += 1
        var text: [UInt8] = []
        while let character = next {
            place += 1
            switch character {
            case UInt8(ascii: "\""):
                guard let valid = String(validating: text, as: UTF8.self) else {
                    throw fault("a text is not valid UTF-8")
                }
                return valid
            case UInt8(ascii: "\\"): text += try escape()
            case 0..<0x20: throw fault("a text holds a control character")
            default: text.append(character)
            }
        }
        throw fault("a text has no end")
    }

    private mutating func escape() throws(JSONValue.Fault) -> [UInt8] {
        guard let character = next else { throw fault("a text has no end") }
        place += 1
        switch character {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): return [character]
        case UInt8(ascii: "b"): return [0x08]
        case UInt8(ascii: "f"): return [0x0C]
        case UInt8(ascii: "n"): return [0x0A]
        case UInt8(ascii: "r"): return [0x0D]
        case UInt8(ascii: "t"): return [0x09]
        case UInt8(ascii: "u"):
            var unit = try hexUnit()
            if (0xD800..<0xDC00).contains(unit) {
                guard bytes[place...].starts(with: [0x5C, 0x75]) else {
                    throw fault("half a surrogate pair")
                }
                place += 2
                let low = try hexUnit()
                guard (0xDC00..<0xE000).contains(low) else { throw fault("half a surrogate pair") }
                unit = 0x10000 + (unit - 0xD800) << 10 + (low - 0xDC00)
            }
            guard let scalar = Unicode.Scalar(unit) else { throw fault("half a surrogate pair") }
            return Array(String(Character(scalar)).utf8)
        default: throw fault("an unknown escape in a text")
        }
    }

    private mutating func hexUnit() throws(JSONValue.Fault) -> UInt32 {
        guard place + 4 <= bytes.count,
            bytes[place..<(place + 4)].allSatisfy({ Character(Unicode.Scalar($0)).isHexDigit }),
            let unit = UInt32(
                String(decoding: bytes[place..<(place + 4)], as: UTF8.self), radix: 16)
        else { throw fault("an escape without four hexadecimal digits") }
        place += 4
        return unit
    }
}
