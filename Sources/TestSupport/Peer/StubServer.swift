import Foundation
import Glibc
import Synchronization

/// A server for tests of clients that make connections again: does what a script says with each of
/// its connections, on a thread each. Stops listening when it goes away.
public final class StubServer: Sendable {
    public let port: UInt16
    public var address: String { "127.0.0.1:\(port)" }
    private let listener: Int32
    private let isListening = Atomic<Bool>(true)
    private let accepted = Atomic<Int>(0)

    /// - Parameters:
    ///   - port: 0 leaves the choice to the system.
    ///   - script: gets the number of the connection, from 0 on; it is closed when it returns.
    public init(
        port: UInt16 = 0, _ script: @escaping @Sendable (Int, PeerConnection) -> Void
    ) throws {
        let (listener, port) = try ScriptedPeer.listen(port: port)
        self.listener = listener
        self.port = port
        let thread = Thread { [weak self] in
            while true {
                let descriptor = accept(listener, nil, nil)
                guard descriptor >= 0 else { break }
                let number = self?.accepted.wrappingAdd(1, ordering: .relaxed).oldValue ?? 0
                let connection = Thread {
                    script(number, PeerConnection(descriptor: descriptor))
                    Glibc.close(descriptor)
                }
                connection.start()
            }
            Glibc.close(listener)
        }
        thread.start()
    }

    /// Answers every request of every connection with the frame data that `answer` makes of the
    /// method and the number of the request.
    public convenience init(
        port: UInt16 = 0, answering answer: @escaping @Sendable (String, Int) -> [UInt8]
    ) throws {
        let count = Counter()
        try self.init(port: port) { _, connection in
            while let frame = connection.readFrame() {
                let request = frame.request
                let data = answer("\(request.service)/\(request.method)", count.next())
                connection.reply(frame.stream, data: data)
            }
        }
    }

    deinit { stop() }

    /// Connections so far.
    public var connectionCount: Int { accepted.load(ordering: .relaxed) }

    /// Takes no new connections; those that are open go on.
    public func stop() {
        guard isListening.exchange(false, ordering: .relaxed) else { return }
        shutdown(listener, Int32(SHUT_RDWR))
    }

    private final class Counter: Sendable {
        private let value = Atomic<Int>(0)
        func next() -> Int { value.wrappingAdd(1, ordering: .relaxed).oldValue }
    }
}

extension PeerConnection {
    /// Has the end of the connection be a reset instead of an orderly end.
    public func endWithReset() {
        var setting = linger(l_onoff: 1, l_linger: 0)
        setsockopt(
            descriptor, SOL_SOCKET, SO_LINGER, &setting, socklen_t(MemoryLayout<linger>.size))
    }

    /// A message of a stream.
    public func reply(_ stream: UInt32, message: [UInt8]) {
        write(Self.header(stream: stream, type: 3, dataByteCount: message.count) + message)
    }
}
