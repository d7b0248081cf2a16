public import RPCCore

/// What every connection of one server shares: its methods and its bounds.
public struct ServerRules: Sendable {
    public let methods: MethodTable
    public let limits: TransportLimits
    /// Data of the longest request any method takes, its envelope included. A longer frame is
    /// refused by its header, before memory is taken for it.
    public let requestDataByteCountMaximum: Int

    /// Service, method, metadata and the tags of an envelope fit into this.
    private static let envelopeByteCountMaximum = 16_384

    public init(methods: MethodTable, limits: TransportLimits) {
        self.methods = methods
        self.limits = limits
        let longest = methods.methods.map { $0.requestByteCountMaximum(limits) }.max() ?? 0
        requestDataByteCountMaximum = min(
            max(longest, 0).saturatingSum(Self.envelopeByteCountMaximum),
            FrameHeader.dataByteCountMaximum)
    }
}

extension Int {
    fileprivate func saturatingSum(_ other: Int) -> Int {
        let (sum, overflow) = addingReportingOverflow(other)
        return overflow ? .max : sum
    }
}
