internal import Glibc

/// Opening sockets to listen on.
struct ListeningSocket {
    var descriptor: Int32
    /// With the port the system chose.
    var address: SocketAddress
    /// The file of a unix socket that this server made, to be removed at its end.
    private var file: (path: String, identity: FileIdentity?)?
    /// Opened by whoever started this process, who keeps it open when the process ends.
    private(set) var isInherited = false

    private init(descriptor: Int32, address: SocketAddress) {
        self.descriptor = descriptor
        self.address = address
    }

    /// Opens every socket an address stands for: `localhost` is one for each family that exists.
    static func open(
        _ address: SocketAddress, _ options: ListeningOptions
    ) throws(TransportError) -> [ListeningSocket] {
        let resolved = try address.resolve(forListening: true)
        var opened: [ListeningSocket] = []
        var skipped: TransportError?
        for var each in resolved {
            // One port for all families when the system chooses it.
            if each.port == 0, let first = opened.first, case .tcp(_, let port) = first.address {
                each.port = port
            }
            do throws(TransportError) {
                opened.append(try open(each, for: address, options))
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
        _ resolved: ResolvedAddress, for address: SocketAddress, _ options: ListeningOptions
    ) throws(TransportError) -> ListeningSocket {
        let made = Syscalls.socket(family: resolved.family)
        guard made.isSuccess else { throw fault(made, address) }
        let descriptor = made.descriptor
        Syscalls.setReuseAddress(descriptor)
        // Each family has its own socket, so [::] and 0.0.0.0 go side by side.
        if resolved.isIPv6 { Syscalls.setIPv6Only(descriptor) }
        var socket = ListeningSocket(descriptor: descriptor, address: address)
        var result: SystemResult
        if case .unix(let path) = address {
            result = bind(descriptor, path, resolved, options.socketMode)
            if result.isSuccess { socket.file = (path, Syscalls.identify(path)) }
        } else {
            result = Syscalls.bind(descriptor, resolved)
        }
        if result.isSuccess { result = Syscalls.listen(descriptor, backlog: options.backlog) }
        guard result.isSuccess else {
            socket.close()
            throw fault(result, address)
        }
        if socket.file == nil { socket.address = boundAddress(descriptor) ?? address }
        return socket
    }

    private static func bind(
        _ descriptor: Int32, _ path: String, _ resolved: ResolvedAddress, _ mode: UInt32
    ) -> SystemResult {
        let result = Syscalls.bind(descriptor, resolved, mode: mode)
        guard result.errorNumber == SystemError.addressInUse, isStale(path, resolved) else {
            return result
        }
        Syscalls.unlink(path)
        return Syscalls.bind(descriptor, resolved, mode: mode)
    }

    /// Takes over a socket that listens already.
    static func adopt(_ inherited: InheritedSocket) throws(TransportError) -> ListeningSocket {
        let result = Syscalls.adoptListener(inherited.descriptor)
        guard result.isSuccess, let address = boundAddress(inherited.descriptor) else {
            let number = result.isSuccess ? SystemError.familyNotSupported : result.errorNumber
            throw TransportError(
                "descriptor \(inherited.descriptor) (\(inherited.name)) is not a stream socket "
                    + "that listens: \(SystemError.message(number).lowercased())",
                errorNumber: number)
        }
        var socket = ListeningSocket(descriptor: inherited.descriptor, address: address)
        socket.isInherited = true
        return socket
    }

    private static func boundAddress(_ descriptor: Int32) -> SocketAddress? {
        guard let bound = Syscalls.localAddress(descriptor) else { return nil }
        if let host = bound.host { return .tcp(host: host, port: bound.port) }
        return bound.path.map { .unix(path: $0) }
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

    /// Removes the socket file unless another server has put its own there.
    func removeFile() {
        guard let file, let identity = file.identity, Syscalls.identify(file.path) == identity
        else { return }
        Syscalls.unlink(file.path)
    }

    func close() {
        removeFile()
        Syscalls.close(descriptor)
    }
}
