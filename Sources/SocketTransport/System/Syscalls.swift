internal import CPlatform
internal import Glibc

/// Every system call on sockets, once: interrupted calls are repeated, errors become values.
enum Syscalls {
    static func socket(family: Int32) -> SystemResult {
        SystemResult(Int(cplatform_socket(family)))
    }

    static func bind(_ descriptor: Int32, _ address: ResolvedAddress) -> SystemResult {
        unsafe withUnsafePointer(to: address.raw) {
            SystemResult(Int(unsafe cplatform_bind(descriptor, $0)))
        }
    }

    /// Binds a unix socket whose file is made with exactly this mode.
    static func bind(_ descriptor: Int32, _ address: ResolvedAddress, mode: UInt32) -> SystemResult
    {
        unsafe withUnsafePointer(to: address.raw) {
            SystemResult(Int(unsafe cplatform_bind_with_mode(descriptor, $0, mode)))
        }
    }

    /// Makes a listening stream socket that was opened elsewhere one of this process.
    static func adoptListener(_ descriptor: Int32) -> SystemResult {
        SystemResult(Int(cplatform_adopt_listener(descriptor)))
    }

    static func listen(_ descriptor: Int32, backlog: Int32) -> SystemResult {
        SystemResult(Int(cplatform_listen(descriptor, backlog)))
    }

    /// The new descriptor is non-blocking and closed on exec.
    static func accept(_ descriptor: Int32) -> SystemResult {
        repeating { Int(cplatform_accept(descriptor)) }
    }

    /// A connection in progress answers `SystemError.inProgress`. Not repeated when interrupted:
    /// the attempt goes on by itself, which is the same as being in progress.
    static func connect(_ descriptor: Int32, _ address: ResolvedAddress) -> SystemResult {
        unsafe withUnsafePointer(to: address.raw) {
            SystemResult(Int(unsafe cplatform_connect(descriptor, $0)))
        }
    }

    /// The pending error of a socket: a success when there is none.
    static func pendingError(_ descriptor: Int32) -> SystemResult {
        SystemResult(Int(cplatform_socket_error(descriptor)))
    }

    static func localAddress(_ descriptor: Int32) -> ResolvedAddress? {
        var address = ResolvedAddress()
        let result = unsafe withUnsafeMutablePointer(to: &address.raw) {
            unsafe cplatform_socket_address(descriptor, $0)
        }
        return result < 0 ? nil : address
    }

    @discardableResult
    static func setReuseAddress(_ descriptor: Int32) -> SystemResult {
        SystemResult(Int(cplatform_set_reuse_address(descriptor)))
    }

    /// Sends small segments at once; fails harmlessly on unix sockets.
    @discardableResult
    static func setNoDelay(_ descriptor: Int32) -> SystemResult {
        SystemResult(Int(cplatform_set_no_delay(descriptor)))
    }

    /// Lets the system end a TCP connection whose peer vanished without a word: asked after
    /// `idleSeconds` of silence, given up after `limitSeconds`. Fails harmlessly on unix sockets.
    @discardableResult
    static func watchPeer(
        _ descriptor: Int32, idleSeconds: Int32, limitSeconds: Int32
    ) -> SystemResult {
        SystemResult(Int(cplatform_watch_peer(descriptor, idleSeconds, limitSeconds)))
    }

    @discardableResult
    static func setIPv6Only(_ descriptor: Int32) -> SystemResult {
        SystemResult(Int(cplatform_set_ipv6_only(descriptor)))
    }

    /// The value is the number of bytes; 0 is the end of the stream.
    static func receive(
        _ descriptor: Int32, _ buffer: UnsafeMutableRawPointer, _ count: Int,
        counter: LaneCounter? = nil
    ) -> SystemResult {
        repeating {
            counter?.add()
            return Int(unsafe cplatform_receive(descriptor, buffer, Int64(count)))
        }
    }

    /// Never raises SIGPIPE.
    static func send(
        _ descriptor: Int32, _ buffer: UnsafeRawPointer, _ count: Int,
        counter: LaneCounter? = nil
    ) -> SystemResult {
        repeating {
            counter?.add()
            return Int(unsafe cplatform_send(descriptor, buffer, Int64(count)))
        }
    }

    /// Tells the peer that nothing more comes; receiving goes on.
    @discardableResult
    static func shutdownSending(_ descriptor: Int32) -> SystemResult {
        SystemResult(Int(cplatform_shutdown_sending(descriptor)))
    }

    /// Not repeated when interrupted: on Linux the descriptor is gone either way.
    static func close(_ descriptor: Int32) { _ = cplatform_close(descriptor) }

    /// Closes a connection that will not be served, so that its client sees an orderly end even
    /// when it has sent something already.
    static func refuse(_ descriptor: Int32) {
        shutdownSending(descriptor)
        unsafe withUnsafeTemporaryAllocation(byteCount: 4_096, alignment: 16) { buffer in
            guard let base = buffer.baseAddress else { return }
            for _ in 0..<16 {
                guard unsafe receive(descriptor, base, buffer.count).value > 0 else { return }
            }
        }
        close(descriptor)
    }

    /// A descriptor held back for the day when none is left.
    static func openSpare() -> SystemResult { SystemResult(Int(cplatform_open_null())) }

    @discardableResult
    static func ignoreSignal(_ number: Int32) -> SystemResult {
        SystemResult(Int(cplatform_ignore_signal(number)))
    }

    static func unlink(_ path: String) { _ = unsafe cplatform_unlink(path) }

    /// Whether a file is there and is a socket; nil when nothing is there.
    static func isSocketFile(_ path: String) -> Bool? {
        let result = unsafe cplatform_is_socket_file(path)
        return result < 0 ? nil : result == 1
    }

    /// Which file a path names now; nil when there is none.
    static func identify(_ path: String) -> FileIdentity? {
        var identity = cplatform_file_identity()
        guard unsafe cplatform_identify(path, &identity) == 0 else { return nil }
        return FileIdentity(device: identity.device, inode: identity.inode)
    }

    @inline(__always)
    private static func repeating(_ call: () -> Int) -> SystemResult {
        while true {
            let result = SystemResult(call())
            if result.errorNumber != SystemError.interrupted { return result }
        }
    }
}
