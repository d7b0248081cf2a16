/// The names of a method, ready to be sent. An object, as every call passes one on several times.
public final class RequestPath: Hashable, Sendable {
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

    public static func == (left: RequestPath, right: RequestPath) -> Bool {
        left.service == right.service && left.method == right.method
    }

    public func hash(into hasher: inout Hasher) {
        hasher.combine(service)
        hasher.combine(method)
    }
}
