internal import Dispatch

extension SocketAddress {
    /// Whether connecting has to ask for the addresses of a name first.
    public var hasName: Bool {
        guard case .tcp(let host, _) = self else { return false }
        let isIPv4 = host.utf8.allSatisfy { (0x30...0x39).contains($0) || $0 == 0x2E }
        return !isIPv4 && !host.contains(":")
    }

    /// The addresses that a name stands for, in the order in which they are to be tried.
    ///
    /// Takes as long as the resolver does.
    /// - Throws: when there are none.
    public func numeric() async throws(TransportError) -> [SocketAddress] {
        guard hasName, case .tcp(_, let port) = self else { return [self] }
        let result = await withCheckedContinuation { continuation in
            DispatchQueue.global().async {
                continuation.resume(
                    returning: Result { () throws(TransportError) in
                        try resolve(forListening: false).compactMap(\.host)
                    })
            }
        }
        return try result.get().map { .tcp(host: $0, port: port) }
    }
}
