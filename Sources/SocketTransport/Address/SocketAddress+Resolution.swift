internal import CPlatform

extension SocketAddress {
    /// Addresses that one name may have; more are not tried.
    private static let resolvedCountMaximum = 16

    /// Every address to listen on or to try, in order. `localhost` is always 127.0.0.1 and ::1,
    /// whatever the resolver says, so that server and client agree.
    ///
    /// Blocks while the resolver works, unless the host is numeric.
    func resolve(forListening: Bool) throws(TransportError) -> [ResolvedAddress] {
        switch self {
        case .unix(let path): return [try Self.resolveUnix(path)]
        case .tcp(let host, let port):
            guard host.lowercased() == "localhost" else {
                return try Self.resolve(host, port, forListening: forListening)
            }
            return try Self.resolve("127.0.0.1", port, forListening: forListening)
                + Self.resolve("::1", port, forListening: forListening)
        }
    }

    private static func resolveUnix(_ path: String) throws(TransportError) -> ResolvedAddress {
        var address = ResolvedAddress()
        let result = unsafe withUnsafeMutablePointer(to: &address.raw) {
            unsafe cplatform_unix_address(path, $0)
        }
        guard result == 0 else {
            throw TransportError(
                "unix socket path is \(path.utf8.count) bytes long; keep it under 108 bytes",
                errorNumber: -result)
        }
        return address
    }

    private static func resolve(
        _ host: String, _ port: UInt16, forListening: Bool
    ) throws(TransportError) -> [ResolvedAddress] {
        let none = cplatform_address()
        var found = [cplatform_address](repeating: none, count: resolvedCountMaximum)
        let count = unsafe found.withUnsafeMutableBufferPointer { buffer in
            unsafe cplatform_resolve(
                host, port, forListening ? 1 : 0, buffer.baseAddress, Int32(buffer.count))
        }
        guard count > 0 else {
            let reason = unsafe cplatform_resolve_message(count).map { unsafe String(cString: $0) }
            let words = count == 0 ? "no IPv4 or IPv6 address" : reason ?? "error \(count)"
            throw TransportError("host \"\(host)\" cannot be resolved: \(words)")
        }
        return found.prefix(Int(count)).map { ResolvedAddress(raw: $0) }
    }
}
