import CommandLineKit
import RPCCore
import SocketTransport

/// What becomes of the asked settings in this process: the limit of open files bounds them, and the
/// service manager adds to them.
enum ServerSettings {
    /// A listener for pages with a few probes takes as many descriptors as so many addresses.
    private static let pageListenerAddresses = 4

    /// The settings as this process can keep them; says what it cannot keep.
    ///
    /// - Parameter hasPageListener: descriptors are kept for one too.
    static func fitting(
        _ asked: ServerConfiguration, hasPageListener: Bool, _ notifier: ServiceNotifier
    ) throws(StartFailure) -> ServerConfiguration {
        var server = asked
        let wanted = server.limits.connectionCountMaximum
        let possible = DescriptorLimit.prepare(
            connections: wanted, loops: server.loopCount,
            addresses: server.listen.count + server.inherited.count
                + (hasPageListener ? pageListenerAddresses : 0))
        guard possible > 0 else {
            throw StartFailure(
                message: "the limit of open files is too low to serve anyone; raise it (ulimit -n, "
                    + "or LimitNOFILE= of a systemd unit)",
                exitCode: .internalError)
        }
        if possible < wanted {
            Log.line(
                "the limit of open files leaves room for \(possible) connections, not \(wanted); "
                    + "raise it (ulimit -n, or LimitNOFILE= of a systemd unit) or lower "
                    + "--max-connections")
            server.limits.connectionCountMaximum = possible
        }
        if let interval = notifier.aliveIntervalMilliseconds {
            server.heartbeat = Heartbeat(intervalMilliseconds: interval) { notifier.tell(.alive) }
        }
        return server
    }
}
