import Glibc
import RPCCore
import SocketTransport
import TTRPC

/// A plain blocking socket that speaks whatever bytes a test wants. Every wait ends after 20 s.
final class RawClient: @unchecked Sendable {
    // Unchecked: one task sends while another receives, as sockets allow.
    struct Reply: Hashable {
        var stream: UInt32
        var code: StatusCode
        var payload: [UInt8]
    }

    let descriptor: Int32
    private var isOpen = true

    init(_ address: SocketAddress, receiveBuffer: Int32? = nil) throws {
        let family: Int32
        switch address {
        case .tcp(let host, _): family = host.contains(":") ? AF_INET6 : AF_INET
        case .unix: family = AF_UNIX
        }
        descriptor = socket(family, Int32(SOCK_STREAM.rawValue), 0)
        if var receiveBuffer {
            setsockopt(descriptor, SOL_SOCKET, SO_RCVBUF, &receiveBuffer, 4)
        }
        var limit = timeval(tv_sec: 20, tv_usec: 0)
        for option in [SO_RCVTIMEO, SO_SNDTIMEO] {
            setsockopt(
                descriptor, SOL_SOCKET, option, &limit, socklen_t(MemoryLayout<timeval>.size))
        }
        guard Self.connect(descriptor, address) == 0 else {
            let number = errno
            close()
            throw TransportError("connect: error \(number)", errorNumber: number)
        }
    }

    deinit { close() }

    private static func connect(_ descriptor: Int32, _ address: SocketAddress) -> Int32 {
        var storage = sockaddr_storage()
        return withUnsafeMutableBytes(of: &storage) { raw in
            let length: Int
            switch address {
            case .tcp(let host, let port) where host.contains(":"):
                var six = sockaddr_in6()
                six.sin6_family = sa_family_t(AF_INET6)
                six.sin6_port = port.bigEndian
                inet_pton(AF_INET6, host, &six.sin6_addr)
                raw.storeBytes(of: six, as: sockaddr_in6.self)
                length = MemoryLayout<sockaddr_in6>.size
            case .tcp(let host, let port):
                var four = sockaddr_in()
                four.sin_family = sa_family_t(AF_INET)
                four.sin_port = port.bigEndian
                inet_pton(AF_INET, host, &four.sin_addr)
                raw.storeBytes(of: four, as: sockaddr_in.self)
                length = MemoryLayout<sockaddr_in>.size
            case .unix(let path):
                raw.storeBytes(of: sa_family_t(AF_UNIX), as: sa_family_t.self)
                for (index, byte) in path.utf8.enumerated() { raw[2 + index] = byte }
                length = MemoryLayout<sockaddr_un>.size
            }
            return Glibc.connect(
                descriptor, raw.baseAddress!.assumingMemoryBound(to: sockaddr.self),
                socklen_t(length))
        }
    }

    /// False when the peer has closed or reset.
    @discardableResult
    func send(_ bytes: [UInt8]) -> Bool {
        var offset = 0
        while offset < bytes.count {
            let count = bytes.withUnsafeBytes {
                Glibc.send(
                    descriptor, $0.baseAddress! + offset, bytes.count - offset, Int32(MSG_NOSIGNAL))
            }
            guard count > 0 else { return false }
            offset += count
        }
        return true
    }

    /// Exactly `count` bytes; nil when the stream ends before.
    func receive(_ count: Int) -> [UInt8]? {
        var bytes = [UInt8](repeating: 0, count: count)
        var offset = 0
        while offset < count {
            let got = bytes.withUnsafeMutableBytes {
                recv(descriptor, $0.baseAddress! + offset, count - offset, 0)
            }
            guard got > 0 else { return nil }
            offset += got
        }
        return bytes
    }

    struct Frame: Hashable {
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

    /// The next frame of any kind; nil at the end of the connection.
    func frame() -> Frame? {
        guard let head = receive(FrameHeader.byteCount),
            let header = FrameHeader(in: head.span.bytes),
            let data = receive(Int(header.dataByteCount))
        else { return nil }
        return Frame(stream: header.stream, type: header.type, flags: header.flags, data: data)
    }

    /// The next reply; nil at the end of the stream.
    func reply() throws -> Reply? {
        guard let head = receive(FrameHeader.byteCount),
            let header = FrameHeader(in: head.span.bytes)
        else { return nil }
        guard let data = receive(Int(header.dataByteCount)) else { return nil }
        let envelope = try ResponseEnvelope.decode(data.span.bytes, in: 0..<data.count)
        return Reply(
            stream: header.stream, code: envelope.error?.code ?? .ok,
            payload: Array(data[envelope.payload]))
    }

    /// Whether the stream is at its end (or reset) with nothing before it.
    func isAtEnd() -> Bool {
        // An orderly end leaves the number as it was.
        errno = 0
        return receive(1) == nil && errno != EAGAIN
    }

    func finishSending() { shutdown(descriptor, Int32(SHUT_WR)) }

    /// Closes with a reset instead of an orderly end.
    func reset() {
        var option = linger(l_onoff: 1, l_linger: 0)
        setsockopt(descriptor, SOL_SOCKET, SO_LINGER, &option, socklen_t(MemoryLayout<linger>.size))
        close()
    }

    func close() {
        if isOpen { Glibc.close(descriptor) }
        isOpen = false
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
