import Foundation
import Glibc

/// A port that takes every connection, each on a thread of its own with the same script, until it
/// goes away.
public final class OpenPort: Sendable {
    public let port: UInt16
    public var address: String { "127.0.0.1:\(port)" }
    private let listener: Int32

    /// - Parameter script: a connection is closed when it returns.
    public init(_ script: @escaping @Sendable (PeerConnection) -> Void) throws {
        let (listener, port) = try ScriptedPeer.listen()
        (self.listener, self.port) = (listener, port)
        Thread {
            while true {
                let accepted = accept(listener, nil, nil)
                guard accepted >= 0 else { break }
                Thread {
                    script(PeerConnection(descriptor: accepted))
                    close(accepted)
                }.start()
            }
            close(listener)
        }.start()
    }

    deinit { shutdown(listener, Int32(SHUT_RDWR)) }
}
