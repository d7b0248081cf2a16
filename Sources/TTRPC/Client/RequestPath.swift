/// The names of a method, ready to be sent.
public struct RequestPath: Hashable, Sendable {
    /// Full service name, such as `episodes.v1.EpisodeService`.
    public let service: String
    public let method: String
    /// Both as the first fields of a `ttrpc.Request`.
    let fields: [UInt8]

    public init(service: String, method: String) {
        self.service = service
        self.method = method
        fields = RequestEnvelope.encode(
            service: service, method: method, payload: [], timeoutNanoseconds: 0)
    }
}
