/// Where a server listens or a client connects, as people write it.
public enum SocketAddress: Hashable, Sendable {
    /// Host name or address, and port; port 0 lets the system choose when listening.
    case tcp(host: String, port: UInt16)
    case unix(path: String)

    /// Longest host name, in bytes. Source: RFC 1035, section 2.3.4.
    private static let hostByteCountMaximum = 255

    /// Reads `HOST:PORT`, `[IPV6]:PORT` or `unix:PATH`.
    /// - Throws: one line that says what is wrong and what would be right.
    public static func parse(_ text: String) throws(TransportError) -> SocketAddress {
        guard !text.utf8.contains(0) else { throw fault(text, "holds a NUL character") }
        if text.hasPrefix("unix:") {
            let path = String(text.dropFirst(5))
            guard !path.isEmpty else { throw fault(text, "has no path after unix:") }
            return .unix(path: path)
        }
        let (host, port) = try split(text)
        guard !host.isEmpty else { throw fault(text, "has no host") }
        guard host.utf8.count <= hostByteCountMaximum else {
            throw fault(text, "has a host name over 255 bytes")
        }
        guard !port.isEmpty, port.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else {
            throw fault(text, "has no port number")
        }
        guard let number = UInt16(port) else { throw fault(text, "has a port above 65535") }
        return .tcp(host: host, port: number)
    }

    private static func split(_ text: String) throws(TransportError) -> (String, String) {
        if text.hasPrefix("[") {
            guard let close = text.firstIndex(of: "]") else { throw fault(text, "lacks a ]") }
            let host = text[text.index(after: text.startIndex)..<close]
            let rest = text[text.index(after: close)...]
            guard rest.first == ":" else { throw fault(text, "has no port after ]") }
            guard host.contains(":") else { throw fault(text, "has no IPv6 address in [ ]") }
            return (String(host), String(rest.dropFirst()))
        }
        guard let colon = text.lastIndex(of: ":") else { throw fault(text, "has no port") }
        let host = text[..<colon]
        guard !host.contains(":") else {
            throw fault(text, "has an IPv6 address without [ ]")
        }
        return (String(host), String(text[text.index(after: colon)...]))
    }

    private static func fault(_ text: String, _ problem: String) -> TransportError {
        let shown = text.count > 80 ? String(text.prefix(80)) + "\u{2026}" : text
        return TransportError(
            "address \"\(shown)\" \(problem); "
                + "write HOST:PORT, [IPV6]:PORT or unix:PATH, such as 127.0.0.1:50051")
    }
}

extension SocketAddress: CustomStringConvertible {
    /// The form that `parse` reads.
    public var description: String {
        switch self {
        case .tcp(let host, let port): host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)"
        case .unix(let path): "unix:\(path)"
        }
    }
}
