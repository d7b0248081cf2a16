/// What a port speaks, by the first bytes it sends.
enum PortGuess {
    static func text(_ bytes: UnsafeRawBufferPointer) -> String {
        let start = unsafe Array(bytes.prefix(10))
        if start.starts(with: "HTTP".utf8) || start.first == UInt8(ascii: "<") { return "HTTP/1" }
        if start.starts(with: "SSH-".utf8) { return "SSH" }
        guard let first = start.first else { return "another protocol" }
        if (0x14...0x17).contains(first) { return "TLS" }
        // A settings frame on stream 0 is how every HTTP/2 server begins.
        if first == 0, start.count >= 5, start[3] == 4 { return "HTTP/2; try --proto grpc" }
        if first == 0 { return "ttrpc or HTTP/2" }
        return "another protocol"
    }
}
