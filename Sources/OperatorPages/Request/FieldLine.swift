/// Lines `name: value` of a request's head. Source: RFC 9110, sections 5.5 and 5.6.2.
enum FieldLine {
    static let host = Array("host".utf8)

    /// The name in small letters; nil when the line is malformed. One that begins with a blank goes
    /// on from the line before, which is long out of use and refused.
    static func name(_ line: [UInt8]) -> [UInt8]? {
        guard let colon = line.firstIndex(of: UInt8(ascii: ":")) else { return nil }
        let name = line[..<colon]
        let isValueSound = line[colon...].allSatisfy { $0 == 0x09 || $0 >= 0x20 && $0 != 0x7F }
        return isToken(name) && isValueSound ? name.lowercased : nil
    }

    static func isToken(_ bytes: ArraySlice<UInt8>) -> Bool {
        !bytes.isEmpty && bytes.allSatisfy(isTokenByte)
    }

    private static let tokenMarks = Set("!#$%&'*+-.^_`|~".utf8)

    private static func isTokenByte(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "a")...UInt8(ascii: "z"):
            true
        default: tokenMarks.contains(byte)
        }
    }
}

extension ArraySlice<UInt8> {
    /// With ASCII capitals made small.
    var lowercased: [UInt8] {
        map { (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0) ? $0 | 0x20 : $0 }
    }
}
