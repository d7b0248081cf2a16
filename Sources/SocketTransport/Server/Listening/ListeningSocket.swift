internal import Glibc

/// Opening sockets to listen on.
struct ListeningSocket {
    var descriptor: Int32
    /// With the port the system chose.
    var address: SocketAddress
    /// File to remove at the end.
    var path: String?

    /// Opens every socket an address stands for: `localhost` is one for each family that exists.
    static func open(_ address: SocketAddress) throws(TransportError) -> [ListeningSocket] {
        let resolved = try address.resolve(forListening: true)
        var opened: [ListeningSocket] = []
        var skipped: TransportError?
        for var each in resolved {
            // One port for all families when the system chooses it.
            if each.port == 0, let first = opened.first, case .tcp(_, let port) = first.address {
                each.port = port
            }
            do throws(TransportError) {
                opened.append(try open(each, for: address))
            } catch {
                if isMissingFamily(error) {
                    skipped = error
                    continue
                }
                for socket in opened { socket.close() }
                throw error
            }
        }
        if opened.isEmpty, let skipped { throw skipped }
        return opened
    }

    private static func isMissingFamily(_ error: TransportError) -> Bool {
        error.errorNumber == SystemError.familyNotSupported
            || error.errorNumber == SystemError.addressNotAvailable
    }

    private static func open(
        _ resolved: ResolvedAddress, for address: SocketAddress
    ) throws(TransportError) -> ListeningSocket {
        let made = Syscalls.socket(family: resolved.family)
        guard made.isSuccess else { throw fault(made, address) }
        let descriptor = made.descriptor
        Syscalls.setReuseAddress(descriptor)
        // Each family has its own socket, so [::] and 0.0.0.0 go side by side.
        if resolved.isIPv6 { Syscalls.setIPv6Only(descriptor) }
        var result = Syscalls.bind(descriptor, resolved)
        if case .unix(let path) = address, result.errorNumber == SystemError.addressInUse,
            isStale(path, resolved)
        {
            Syscalls.unlink(path)
            result = Syscalls.bind(descriptor, resolved)
        }
        if result.isSuccess { result = Syscalls.listen(descriptor) }
        guard result.isSuccess else {
            Syscalls.close(descriptor)
            throw fault(result, address)
        }
        if case .unix(let path) = address {
            return ListeningSocket(descriptor: descriptor, address: address, path: path)
        }
        let bound = Syscalls.localAddress(descriptor) ?? resolved
        return ListeningSocket(
            descriptor: descriptor,
            address: .tcp(host: bound.host ?? "", port: bound.port), path: nil)
    }

    /// A socket file that nobody listens on: what a killed server leaves behind.
    private static func isStale(_ path: String, _ resolved: ResolvedAddress) -> Bool {
        guard Syscalls.isSocketFile(path) == true else { return false }
        let probe = Syscalls.socket(family: resolved.family)
        guard probe.isSuccess else { return false }
        defer { Syscalls.close(probe.descriptor) }
        return Syscalls.connect(probe.descriptor, resolved).errorNumber
            == SystemError.connectionRefused
    }

    private static func fault(_ result: SystemResult, _ address: SocketAddress) -> TransportError {
        let number = result.errorNumber
        let words =
            number == SystemError.addressInUse
            ? "address in use: \(address)"
            : "cannot listen on \(address): \(SystemError.message(number))"
        return TransportError(words, errorNumber: number)
    }

    func close() {
        Syscalls.close(descriptor)
        if let path { Syscalls.unlink(path) }
    }
}
