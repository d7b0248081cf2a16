/// What one call does otherwise than its client's configuration says.
public struct CallOptions: Sendable {
    /// For the whole call; nil as configured.
    public var timeoutMilliseconds: Int64?
    /// Whether the call waits while no server can be reached; nil as configured.
    public var waitsForReady: Bool?
    /// Sent after the configured pairs.
    public var metadata: CallMetadata

    public init(
        timeoutMilliseconds: Int64? = nil, waitsForReady: Bool? = nil, metadata: CallMetadata = [:]
    ) {
        self.timeoutMilliseconds = timeoutMilliseconds
        self.waitsForReady = waitsForReady
        self.metadata = metadata
    }

    /// Everything as configured.
    public static let standard = CallOptions()

    /// With a time limit unless it has one.
    func within(_ timeoutMilliseconds: Int64) -> CallOptions {
        var options = self
        options.timeoutMilliseconds = self.timeoutMilliseconds ?? timeoutMilliseconds
        return options
    }
}
