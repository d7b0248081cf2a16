internal import EpisodeProtocol
public import RPCCore

/// What one `watchHealth` tells.
public typealias HealthChanges = MessageStream<ServingStatus>

/// The standard health service (grpc.health.v1).
extension EpisodeClient {
    /// Whether a server serves; with several servers, the one whose turn it is.
    ///
    /// - Parameters:
    ///   - service: full name of a service; empty = the server as a whole.
    ///   - options: what this call does otherwise than configured.
    /// - Throws: NOT_FOUND when the server does not know the service.
    nonisolated(nonsending) public func health(
        service: String = "", options: CallOptions = .standard
    ) async throws(RPCError) -> ServingStatus {
        ServingStatus(
            rawValue: try await call(
                .checkHealth, MessageCoding.encodeHealthCheck(service: service), options,
                MessageCoding.decodeHealthCheckResponse))
    }

    /// Whether a server serves, at once and whenever it changes. A service it does not know is
    /// `serviceUnknown`, as it may become known. Ends only with an error.
    ///
    /// - Parameters:
    ///   - service: full name of a service; empty = the server as a whole.
    ///   - timeoutMilliseconds: for the whole watch.
    ///   - options: what this call does otherwise than configured.
    public func watchHealth(
        service: String = "", timeoutMilliseconds: Int64 = watchTimeoutMillisecondsDefault,
        options: CallOptions = .standard
    ) throws(RPCError) -> HealthChanges {
        HealthChanges(
            try streamCall(
                .watchHealth, MessageCoding.encodeHealthCheck(service: service),
                options.within(timeoutMilliseconds))
        ) { (bytes) throws(RPCError) in
            ServingStatus(
                rawValue: try RPCMethod.watchHealth.read(
                    bytes, MessageCoding.decodeHealthCheckResponse))
        }
    }
}
