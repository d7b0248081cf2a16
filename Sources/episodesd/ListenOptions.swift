import CommandLineKit
import SocketTransport

/// Where to listen: addresses, and sockets that the service manager has opened.
///
/// `systemd` stands for all passed sockets and `systemd:NAME` for those of one name; without any
/// --listen, passed sockets take the place of the default address.
struct ListenOptions {
    private(set) var addresses: [SocketAddress] = []
    private(set) var inherited: [InheritedSocket] = []

    init(_ command: ParsedCommand) throws(UsageError) {
        let passed = try Self.passedSockets()
        if command.origin(of: "listen") == .defaultValue, !passed.isEmpty {
            inherited = passed
            return
        }
        for text in command.strings("listen") {
            if text == "systemd" || text.hasPrefix("systemd:") {
                let name = text == "systemd" ? nil : text.dropFirst("systemd:".count)
                let chosen = passed.filter { socket in name.map { $0 == socket.name } ?? true }
                guard !chosen.isEmpty else {
                    throw command.invalid(
                        "listen", Self.missing(name.map { String($0) }, among: passed))
                }
                inherited += chosen.filter { !inherited.contains($0) }
                continue
            }
            do throws(TransportError) {
                addresses.append(try SocketAddress.parse(text))
            } catch {
                throw command.invalid("listen", error.message)
            }
        }
        // Nobody would ever accept what waits in a socket that is left out.
        if let left = passed.first(where: { !inherited.contains($0) }) {
            throw command.invalid(
                "listen",
                "the service manager passed the socket \"\(left.name)\" (descriptor "
                    + "\(left.descriptor)), which no --listen takes; add --listen systemd")
        }
    }

    private static func passedSockets() throws(UsageError) -> [InheritedSocket] {
        do throws(TransportError) {
            return try SocketActivation.sockets(
                environment: ProcessArguments.environment(SocketActivation.variables))
        } catch {
            throw UsageError(error.message)
        }
    }

    private static func missing(_ name: String?, among passed: [InheritedSocket]) -> String {
        guard let name, !passed.isEmpty else {
            return "no socket was passed by a service manager (LISTEN_FDS, LISTEN_PID)"
        }
        let names = passed.map(\.name).joined(separator: ", ")
        return "no socket is named \"\(name)\"; there are: \(names)"
    }
}
