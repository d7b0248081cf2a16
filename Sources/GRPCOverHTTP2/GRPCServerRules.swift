public import RPCCore

/// What every gRPC connection of one server shares: its methods, its bounds and how its sessions
/// are made.
public struct GRPCServerRules: Sendable {
    public let methods: MethodTable
    public let limits: TransportLimits
    let template: SessionTemplate

    /// - Throws: one line that says why the HTTP/2 library of this machine must not serve.
    public init(methods: MethodTable, limits: TransportLimits) throws(GRPCUnavailable) {
        if let fault = HTTP2Library.fault { throw GRPCUnavailable(message: fault) }
        self.methods = methods
        self.limits = limits
        guard let template = SessionTemplate() else {
            throw GRPCUnavailable(message: "libnghttp2 found no memory for its settings")
        }
        self.template = template
    }
}

/// Why a process cannot serve gRPC.
public struct GRPCUnavailable: Error, Hashable, Sendable {
    public let message: String
}
