import TestSupport

/// A gRPC connection of frames made by hand: what no good client sends can be sent.
final class GRPCConnection {
    static let list = "/episodes.v1.EpisodeService/ListEpisodes"

    private let connection: RawConnection
    let reader = HTTP2Reader()

    init(
        to address: String, timeoutSeconds: Int = 10, handshake: [UInt8] = HTTP2Bytes.handshake()
    ) throws {
        connection = try RawConnection(to: address, timeoutSeconds: timeoutSeconds)
        connection.send(handshake)
    }

    /// Whether a server answers such a call on a connection of its own.
    static func answersList(_ address: String) throws -> Bool {
        let connection = try GRPCConnection(to: address)
        connection.send(listCall(1))
        return connection.outcome(1).status == 0
    }

    func send(_ bytes: [UInt8]) { connection.send(bytes) }

    /// A call that asks for the first episodes.
    static func listCall(_ stream: UInt32, pageSize: UInt8 = 20) -> [UInt8] {
        HTTP2Bytes.call(stream, list, [5 << 3, pageSize])
    }

    /// Reads until `condition` holds; false when the connection ended or nothing came for the
    /// time-out.
    @discardableResult
    func read(until condition: (HTTP2Reader) -> Bool) -> Bool {
        while !condition(reader) {
            guard let bytes = connection.readSome() else { return condition(reader) }
            reader.take(bytes)
        }
        return true
    }

    /// What became of a call, when it has ended.
    func outcome(_ stream: UInt32) -> HTTP2Reader.Outcome {
        read { reader in
            let outcome = reader.outcome(of: stream)
            return outcome.isEnded || outcome.resetCode != nil
        }
        return reader.outcome(of: stream)
    }

    /// Reads to the end, and says how it came.
    func readToEnd() -> RawConnection.End? {
        read { _ in false }
        return connection.end
    }

    var goAways: [HTTP2Reader.Frame] { reader.frames.filter { $0.type == 7 } }

    func finishSending() { connection.finishSending() }
    func reset() { connection.reset() }
}
