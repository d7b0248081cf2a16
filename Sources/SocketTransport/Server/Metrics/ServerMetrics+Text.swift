public import OperatorPages
internal import RPCCore

/// The families of a server, under the names that gRPC's own metrics have, so that dashboards made
/// for those show them. Calls of both protocols are in the same series.
///
/// Source: grpc-ecosystem/go-grpc-middleware, providers/prometheus, server metrics.
extension ServerMetrics {
    public func write(into text: inout MetricsText) {
        writeStarted(into: &text)
        writeHandled(into: &text)
        writeTimes(into: &text)
        writeConnections(into: &text)
        writeLimits(into: &text)
    }

    /// Calls of unknown methods have one series, and only once there was one.
    private func isShown(_ method: Method) -> Bool {
        method.descriptor != nil || method.startedCount > 0
    }

    private func writeStarted(into text: inout MetricsText) {
        text.family(
            "grpc_server_started_total", .counter,
            help: "Calls that were begun, over either protocol.")
        for method in methods where isShown(method) {
            text.sample(method.startedCount, method.labels)
        }
    }

    private func writeHandled(into text: inout MetricsText) {
        text.family(
            "grpc_server_handled_total", .counter,
            help: "Calls that have ended, with any status, over either protocol.")
        for method in methods where isShown(method) {
            // Known methods have their successes from the start, so that rates can be had at once.
            for (code, count) in method.handledCounts.enumerated()
            where count > 0 || code == 0 && method.descriptor != nil {
                let name = StatusCode(rawValue: Int32(code)).metricName
                text.sample(count, method.labels + [("grpc_code", name)])
            }
        }
    }

    private func writeTimes(into text: inout MetricsText) {
        let known = methods.filter { $0.bucketCounts.contains { $0 > 0 } }
        guard !known.isEmpty else { return }
        text.family(
            "grpc_server_handling_seconds", .histogram,
            help: "Time from reading a call to offering its reply to the socket; of streams, to "
                + "their end.")
        for method in known {
            text.histogram(
                bounds: HandlingTimes.bounds.map { Double($0) / 1e9 }, counts: method.bucketCounts,
                sum: method.seconds, method.labels)
        }
    }

    private func writeConnections(into text: inout MetricsText) {
        text.family(
            "episodes_connections", .gauge,
            help: "Connections that are open, by what they speak; none before their first bytes.")
        for kind in ConnectionKind.allCases {
            let count = connectionCounts[kind] ?? 0
            guard count > 0 || kind.transport == .tcp else { continue }
            text.sample(
                count,
                [("protocol", kind.wire.rawValue), ("transport", kind.transport.rawValue)])
        }
        text.single(
            "episodes_connections_accepted_total", .counter, acceptedConnectionCount,
            help: "Connections that were taken.")
        text.single(
            "episodes_wrong_protocol_total", .counter, wrongProtocolCount,
            help: "Connections closed because their first bytes were of no protocol spoken here.")
        text.single(
            "episodes_open_streams", .gauge, openStreamCount,
            help: "Calls whose answers are open: streams, and edits that wait for the disk.")
    }

    private func writeLimits(into text: inout MetricsText) {
        text.family(
            "episodes_limit_refusals_total", .counter,
            help: "Calls, requests and connections refused or ended because of a limit.")
        for limit in LimitKind.allCases {
            text.sample(limitCounts[limit] ?? 0, [("limit", limit.rawValue)])
        }
        text.single(
            "episodes_queued_bytes", .gauge, bufferedByteCount,
            help: "Memory for requests that have not come whole and replies that were not taken.")
    }
}

extension ServerMetrics.Method {
    var labels: [MetricsText.Label] {
        [
            ("grpc_service", descriptor?.service ?? "unknown"),
            ("grpc_method", descriptor?.name ?? "unknown"),
            ("grpc_type", descriptor?.kind.metricName ?? "unknown"),
        ]
    }
}

extension MethodKind {
    fileprivate var metricName: String {
        switch self {
        case .unary, .unaryAnsweredLater: "unary"
        case .serverStreaming: "server_stream"
        case .bidirectionalStreaming: "bidi_stream"
        }
    }
}

extension StatusCode {
    /// As Go writes it, which is what dashboards know: `InvalidArgument`.
    fileprivate var metricName: String {
        if self == .ok { return "OK" }
        if self == .cancelled { return "Canceled" }
        return name.split(separator: "_").map { word in
            word.prefix(1) + word.dropFirst().lowercased()
        }.joined()
    }
}
