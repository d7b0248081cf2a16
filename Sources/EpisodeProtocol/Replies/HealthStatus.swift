/// How a service is. Source: grpc/grpc src/proto/grpc/health/v1/health.proto.
public enum HealthStatus: UInt64, Sendable {
    case serving = 1
    case notServing = 2
    /// Only from Watch.
    case serviceUnknown = 3
}

extension ReplyEncoder {
    /// 1 status.
    public mutating func prepareHealth(_ status: HealthStatus) {
        reset()
        tail.appendNumber(1, status.rawValue)
    }
}
