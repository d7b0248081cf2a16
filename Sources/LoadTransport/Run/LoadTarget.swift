public import SocketTransport

/// Where a load goes and what is spoken there.
public struct LoadTarget: Hashable, Sendable {
    public enum WireProtocol: String, CaseIterable, Sendable {
        /// ttrpc frames.
        case native
        /// gRPC over HTTP/2 without TLS.
        case grpc
    }

    public var address: SocketAddress
    public var wireProtocol: WireProtocol
    public var connectTimeoutMilliseconds: Int64

    public init(
        address: SocketAddress, wireProtocol: WireProtocol,
        connectTimeoutMilliseconds: Int64 = 10_000
    ) {
        self.address = address
        self.wireProtocol = wireProtocol
        self.connectTimeoutMilliseconds = connectTimeoutMilliseconds
    }
}
