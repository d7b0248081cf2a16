/// The pages that a server shows to probes, to Prometheus and to people, by their paths.
public enum Page: String, CaseIterable, Hashable, Sendable {
    /// Whether the server answers calls.
    case health = "/healthz"
    /// Numbers in the text form of Prometheus.
    case metrics = "/metrics"
    /// The state of the server as a JSON document.
    case status = "/status"
}
