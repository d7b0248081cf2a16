/// What another protocol looks like by the first bytes that it sends.
enum ForeignProtocol {
    static func name(of start: [UInt8]) -> String {
        // Some servers answer a request they cannot read with a bare page.
        if start.starts(with: "HTTP".utf8) || start.first == UInt8(ascii: "<") { return "HTTP" }
        // Its first frame is SETTINGS, whose header ends in a stream number of 0.
        if start.first == 0 { return "HTTP/2" }
        // Record types of TLS. Source: RFC 8446, section 5.1.
        if let first = start.first, (0x14...0x17).contains(first) { return "TLS" }
        return start.starts(with: "SSH-".utf8) ? "SSH" : "another protocol"
    }
}
