public import RPCCore

/// The numbers of a server at one moment, all loops together, as metrics show them.
public struct ServerMetrics: Sendable {
    /// What became of the calls of one method.
    struct Method: Sendable {
        /// Nil for calls of methods that there are not.
        var descriptor: MethodDescriptor?
        var startedCount = 0
        /// By code.
        var handledCounts = Array(repeating: 0, count: LaneMetrics.codeCount)
        var bucketCounts = Array(repeating: 0, count: HandlingTimes.bucketCount)
        var seconds = 0.0
    }

    var methods: [Method] = []
    var connectionCounts: [ConnectionKind: Int] = [:]
    var limitCounts: [LimitKind: Int] = [:]
    var acceptedConnectionCount = 0
    var wrongProtocolCount = 0
    var openStreamCount = 0
    var bufferedByteCount = 0

    init(methods: MethodTable) {
        self.methods = methods.methods.map { Method(descriptor: $0) } + [Method()]
    }

    mutating func add(_ lane: LaneMetrics) {
        let (layout, block) = (lane.layout, lane.block)
        for slot in methods.indices where slot < layout.slotCount {
            methods[slot].startedCount += block[layout.started + slot]
            for code in 0..<LaneMetrics.codeCount {
                methods[slot].handledCounts[code] +=
                    block[layout.handled + slot * LaneMetrics.codeCount + code]
            }
            for bucket in 0..<HandlingTimes.bucketCount {
                methods[slot].bucketCounts[bucket] +=
                    block[layout.buckets + slot * HandlingTimes.bucketCount + bucket]
            }
            methods[slot].seconds += Double(block[layout.nanoseconds + slot]) / 1e9
        }
        for limit in LimitKind.allCases {
            limitCounts[limit, default: 0] += block[layout.cell(limit)]
        }
        for kind in ConnectionKind.allCases {
            connectionCounts[kind, default: 0] += block[layout.cell(kind)]
        }
    }

    /// The connections and limits of a listener of its own are those of the server too.
    public mutating func add(_ other: ServerMetrics) {
        connectionCounts.merge(other.connectionCounts, uniquingKeysWith: +)
        limitCounts.merge(other.limitCounts, uniquingKeysWith: +)
        acceptedConnectionCount += other.acceptedConnectionCount
        wrongProtocolCount += other.wrongProtocolCount
        bufferedByteCount += other.bufferedByteCount
    }

    /// How often something was refused or ended because of a limit.
    public func count(of limit: LimitKind) -> Int { limitCounts[limit] ?? 0 }

    /// Open connections by what they speak and over what, such as `("grpc", "tcp", 3)`; kinds of
    /// which there are none are left out.
    public var connections: [(wire: String, transport: String, count: Int)] {
        ConnectionKind.allCases.compactMap { kind in
            guard let count = connectionCounts[kind], count > 0 else { return nil }
            return (kind.wire.rawValue, kind.transport.rawValue, count)
        }
    }
}
