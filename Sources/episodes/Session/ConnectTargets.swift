import CommandLineKit
import RPCCore
import SocketTransport

/// Where to connect: the server as it was named, or its numeric addresses when the time that its
/// name takes is to be shown.
enum ConnectTargets {
    static func list(
        _ settings: Settings, _ times: StepTimes
    ) async throws(Failure) -> [SocketAddress] {
        do throws(TransportError) {
            let address = try SocketAddress.parse(settings.server)
            guard settings.isVerbose, address.hasName else { return [address] }
            let start = ContinuousClock.now
            let addresses = try await address.numeric()
            times.add("dns", ContinuousClock.now - start)
            return addresses
        } catch {
            throw Failure(
                RPCError(.unavailable, "cannot connect to \(settings.server): \(error.message)"),
                serverWasHeard: false)
        }
    }

    /// Tries them in order; the first that can be connected to counts.
    static func connect<Connection>(
        _ settings: Settings, _ times: StepTimes,
        _ attempt: (SocketAddress) async throws(RPCError) -> Connection
    ) async throws(Failure) -> Connection {
        let targets = try await list(settings, times)
        let start = ContinuousClock.now
        defer { times.add("connect", ContinuousClock.now - start) }
        var failure = RPCError(.unavailable, "\(settings.server) has no address")
        for target in targets {
            do throws(RPCError) {
                return try await attempt(target)
            } catch {
                failure = error
            }
        }
        throw Failure(failure, serverWasHeard: false)
    }
}
