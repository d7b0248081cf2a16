internal import RPCCore

extension LaneMetrics {
    /// Where each number lies in the block of a lane. Methods have a slot each, and the last is for
    /// calls of methods that there are not.
    struct Layout: Hashable, Sendable {
        let slotCount: Int
        let started = 0
        let handled: Int
        let buckets: Int
        let nanoseconds: Int
        let limits: Int
        let connections: Int
        let cellCount: Int

        init(methodCount: Int) {
            slotCount = methodCount + 1
            handled = started + slotCount
            buckets = handled + slotCount * LaneMetrics.codeCount
            nanoseconds = buckets + slotCount * HandlingTimes.bucketCount
            limits = nanoseconds + slotCount
            connections = limits + LimitKind.allCases.count
            cellCount = connections + ConnectionKind.allCases.count
        }

        @inline(__always)
        func slot(_ method: MethodID?) -> Int {
            guard let method, method.index < slotCount - 1 else { return slotCount - 1 }
            return method.index
        }

        @inline(__always)
        static func column(_ code: StatusCode) -> Int {
            let value = Int(code.rawValue)
            return value >= 0 && value < LaneMetrics.codeCount
                ? value : Int(StatusCode.unknown.rawValue)
        }

        func cell(_ limit: LimitKind) -> Int {
            limits + (LimitKind.allCases.firstIndex(of: limit) ?? 0)
        }

        func cell(_ kind: ConnectionKind) -> Int {
            connections + (ConnectionKind.allCases.firstIndex(of: kind) ?? 0)
        }
    }
}
