import CommandLineKit
import RPCCore
import SocketTransport

/// What becomes of the asked settings in this process: the limit of open files bounds them, and the
/// service manager adds to them.
enum ServerSettings {
    /// The settings as this process can keep them; says what it cannot keep.
    static func fitting(
        _ asked: ServerConfiguration, _ notifier: ServiceNotifier
    ) throws(StartFailure) -> ServerConfiguration {
        var server = asked
        let wanted = server.limits.connectionCountMaximum
        let possible = DescriptorLimit.prepare(
            connections: wanted, loops: server.loopCount,
            addresses: server.listen.count + server.inherited.count)
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
