import Foundation
import Glibc

/// A server for tests of clients: a plain blocking socket on 127.0.0.1 that does exactly what a
/// script says with its first connection, on a thread of its own.
public final class ScriptedPeer: Sendable {
    public let port: UInt16
    public var address: String { "127.0.0.1:\(port)" }

    /// The port could not be listened on.
    public struct Failure: Error {
        let errorNumber: Int32
    }

    /// Listens and runs `script` with the first connection, which is closed when it returns.
    public init(_ script: @escaping @Sendable (PeerConnection) -> Void) throws {
        let (listener, port) = try Self.listen()
        self.port = port
        let thread = Thread {
            let accepted = accept(listener, nil, nil)
            close(listener)
            guard accepted >= 0 else { return }
            script(PeerConnection(descriptor: accepted))
            close(accepted)
        }
        thread.start()
    }

    /// A port that nobody listens on: it was free a moment ago.
    public static func freePort() throws -> UInt16 {
        let (listener, port) = try listen()
        close(listener)
        return port
    }

    /// - Parameter port: 0 leaves the choice to the system.
    static func listen(port: UInt16 = 0) throws -> (descriptor: Int32, port: UInt16) {
        let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        guard descriptor >= 0 else { throw Failure(errorNumber: errno) }
        var yes: Int32 = 1
        setsockopt(descriptor, SOL_SOCKET, SO_REUSEADDR, &yes, socklen_t(MemoryLayout<Int32>.size))
        var address = sockaddr_in()
        address.sin_port = port.bigEndian
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = in_addr_t(0x7F00_0001).bigEndian
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let result = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { generic in
                guard bind(descriptor, generic, length) == 0 else { return Int32(-1) }
                guard Glibc.listen(descriptor, 16) == 0 else { return Int32(-1) }
                return getsockname(descriptor, generic, &length)
            }
        }
        guard result == 0 else { throw Failure(errorNumber: errno) }
        return (descriptor, UInt16(bigEndian: address.sin_port))
    }
}
