import CommandLineKit
import RPCCore
import SocketTransport
import Synchronization

/// Finds out what a port speaks when nothing of this program's protocol comes back, so that a wrong
/// port is named after a second and not at the deadline.
final class SilenceWatch: Sendable {
    /// Servers that are only slow have answered something by then.
    private static let patienceMilliseconds: Int64 = 1_000

    private let found = Finding()
    private let task: Task<Void, Never>

    /// - Parameters:
    ///   - hasHeard: whether the server has sent anything of the protocol.
    ///   - close: ends the connection and with it the calls that wait.
    init(
        _ settings: Settings, hasHeard: @escaping @Sendable () -> Bool,
        close: @escaping @Sendable () -> Void
    ) {
        let (server, timeout) = (settings.server, settings.timeoutMilliseconds)
        let box = found
        guard timeout > Self.patienceMilliseconds, !hasHeard() else {
            task = Task {}
            return
        }
        task = Task {
            try? await Task.sleep(for: .milliseconds(Self.patienceMilliseconds))
            guard !Task.isCancelled, !hasHeard() else { return }
            guard let words = await PortProbe.diagnose(server), !hasHeard() else { return }
            box.set(words)
            close()
        }
    }

    private final class Finding: Sendable {
        private let words = Mutex(String?.none)
        func set(_ text: String) { words.withLock { $0 = text } }
        var text: String? { words.withLock { $0 } }
    }

    /// Ends the watch; the failure to tell instead of the one that closing has caused.
    func end() -> Failure? {
        task.cancel()
        return found.text.map {
            Failure(
                .cannotConnect, status: StatusCode.unavailable.name, message: $0,
                hint: "--server or EPISODES_SERVER says where to connect")
        }
    }
}
