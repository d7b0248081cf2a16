/// The answer of a health check; numbers of grpc.health.v1.HealthCheckResponse.ServingStatus.
public struct ServingStatus: RawRepresentable, Hashable, Sendable {
    public let rawValue: Int32
    public init(rawValue: Int32) { self.rawValue = rawValue }

    public static let unknown = ServingStatus(rawValue: 0)
    public static let serving = ServingStatus(rawValue: 1)
    public static let notServing = ServingStatus(rawValue: 2)
    public static let serviceUnknown = ServingStatus(rawValue: 3)

    /// The proto name, or `STATUS_n` for a number it does not know.
    public var name: String {
        switch self {
        case .unknown: "UNKNOWN"
        case .serving: "SERVING"
        case .notServing: "NOT_SERVING"
        case .serviceUnknown: "SERVICE_UNKNOWN"
        default: "STATUS_\(rawValue)"
        }
    }
}
