import RPCCore
import SocketTransport
import TTRPC
import TestSupport

/// The raw connection of these tests: its frames are read with the module's own types.
typealias RawClient = RawConnection

extension RawClient {
    struct Reply: Hashable {
        var stream: UInt32
        var code: StatusCode
        var payload: [UInt8]
    }

    struct TypedFrame: Hashable {
        var stream: UInt32
        var type: FrameType
        var flags: FrameFlags
        var data: [UInt8]

        /// The status of a response; nil for other frames.
        var code: StatusCode? {
            guard type == .response else { return nil }
            let envelope = try? ResponseEnvelope.decode(data.span.bytes, in: 0..<data.count)
            return envelope.map { $0.error?.code ?? .ok }
        }
        /// Whether this ends its stream with OK.
        var isEnd: Bool { type == .data && flags == [.remoteClosed, .noData] && data.isEmpty }
    }

    convenience init(_ address: SocketAddress, receiveBuffer: Int32? = nil) throws {
        try self.init(
            to: address.description, timeoutSeconds: 20, receiveBufferByteCount: receiveBuffer ?? 0)
    }

    /// The next frame of any kind; nil at the end of the connection.
    func frame() -> TypedFrame? {
        readFrame().map {
            TypedFrame(
                stream: $0.stream, type: FrameType(rawValue: $0.type),
                flags: FrameFlags(rawValue: $0.flags), data: $0.data)
        }
    }

    /// The next reply; nil at the end of the stream.
    func reply() throws -> Reply? {
        guard let frame = readFrame() else { return nil }
        let data = frame.data
        let envelope = try ResponseEnvelope.decode(data.span.bytes, in: 0..<data.count)
        return Reply(
            stream: frame.stream, code: envelope.error?.code ?? .ok,
            payload: Array(data[envelope.payload]))
    }
}

/// Frames for the handler of these tests.
func request(
    _ stream: UInt32, _ order: Order = .echo, _ rest: [UInt8] = [], timeout: Int64 = 0
) -> [UInt8] {
    let data = RequestEnvelope.encode(
        service: "test.S", method: "Do", payload: [order.rawValue] + rest,
        timeoutNanoseconds: timeout)
    let header = FrameHeader(dataByteCount: UInt32(data.count), stream: stream, type: .request)
    return header.encoded + data
}

func produce(_ stream: UInt32, _ count: Int) -> [UInt8] {
    request(stream, .produce, (0..<4).map { UInt8(truncatingIfNeeded: count >> (24 - 8 * $0)) })
}
