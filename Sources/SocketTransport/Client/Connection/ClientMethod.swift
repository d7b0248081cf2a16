internal import TTRPC

/// A method by its names on the wire.
public struct ClientMethod: Hashable, Sendable {
    let path: RequestPath

    /// Full service name, such as `episodes.v1.EpisodeService`.
    public var service: String { path.service }
    public var name: String { path.method }

    public init(service: String, name: String) {
        path = RequestPath(service: service, method: name)
    }
}
