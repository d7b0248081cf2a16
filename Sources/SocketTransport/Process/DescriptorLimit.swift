internal import CPlatform

/// How many file descriptors this process may have, beside what it needs.
public enum DescriptorLimit {
    /// What to do about a limit.
    public struct Plan: Hashable, Sendable {
        /// The soft limit to set; nil when it is high enough, or cannot go higher.
        public var raisedSoftLimit: Int64?
        /// Connections that fit besides what else is open; 0 when nothing fits.
        public var connectionCount: Int
    }

    /// Decides on limits.
    /// - Parameter others: descriptors that are not connections.
    static func plan(soft: Int64, hard: Int64, connections: Int, others: Int) -> Plan {
        let wanted = Int64(connections) + Int64(others)
        let reachable = soft >= wanted ? soft : max(soft, min(wanted, hard))
        let room = min(max(reachable - Int64(others), 0), Int64(connections))
        return Plan(
            raisedSoftLimit: reachable > soft ? reachable : nil, connectionCount: Int(room))
    }

    /// Raises the soft limit as far as needed and allowed.
    ///
    /// - Returns: the connections that fit, at most `connections`.
    public static func prepare(connections: Int, loops: Int, addresses: Int) -> Int {
        var limit = cplatform_limit()
        guard unsafe cplatform_descriptor_limit(&limit) == 0 else { return connections }
        let others = otherCount(loops: loops, addresses: addresses)
        let plan = plan(
            soft: limit.soft, hard: limit.hard, connections: connections, others: others)
        guard let raised = plan.raisedSoftLimit else { return plan.connectionCount }
        var wanted = limit
        wanted.soft = raised
        if unsafe cplatform_set_descriptor_limit(&wanted) == 0 { return plan.connectionCount }
        return Self.plan(
            soft: limit.soft, hard: limit.soft, connections: connections, others: others
        ).connectionCount
    }

    /// The standard streams, Dispatch's own, a catalogue that is read and room for what libraries
    /// open, three for each loop, and a socket with its spare for each family of an address.
    static func otherCount(loops: Int, addresses: Int) -> Int { 24 + 3 * loops + 4 * addresses }
}
