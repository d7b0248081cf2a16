public import LoadGenerator
public import RPCCore
internal import SocketTransport

/// Runs a load on a thread of its own.
public enum LoadRunner {
    /// - Parameter onInterval: gets each second of the run on the run's own thread; it must be quick.
    /// - Throws: when no connection can be made, the port speaks another protocol or a request is too
    ///   large.
    public static func run(
        _ plan: LoadPlan, to target: LoadTarget, control: LoadControl,
        onInterval: @escaping @Sendable (IntervalRecord) -> Void
    ) async throws(RPCError) -> RunResult {
        let outcome = await withCheckedContinuation { continuation in
            LoadSocket.onThread {
                continuation.resume(
                    returning: Result { () throws(RPCError) in
                        try LoadRun(plan, to: target, control: control, onInterval: onInterval)
                            .perform()
                    })
            }
        }
        return try outcome.get()
    }
}
