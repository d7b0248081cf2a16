internal import Glibc

/// A blocking TCP or unix connection on loopback that sends any bytes it is told to: the badly
/// behaved client of the tests. Reads give up after `timeoutSeconds`.
public final class RawConnection {
    public struct Failure: Error, CustomStringConvertible {
        public let description: String
    }

    /// One ttrpc frame as it came.
    public struct Frame: Hashable, Sendable {
        public var stream: UInt32
        public var type: UInt8
        public var flags: UInt8
        public var data: [UInt8]
    }

    /// How the reading ended.
    public enum End: Hashable, Sendable {
        case closed
        case reset
        case timedOut
    }

    private var descriptor: Int32
    private var received: [UInt8] = []
    private var waiting: [UInt8] = []
    public private(set) var end: End?

    /// - Parameter address: `127.0.0.1:PORT` or `unix:PATH`.
    public init(
        to address: String, timeoutSeconds: Int = 10, receiveBufferByteCount: Int32 = 0
    ) throws {
        if address.hasPrefix("unix:") {
            descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
            var name = sockaddr_un()
            name.sun_family = sa_family_t(AF_UNIX)
            let path = Array(address.dropFirst(5).utf8)
            withUnsafeMutableBytes(of: &name.sun_path) { $0.copyBytes(from: path) }
            try connectOrClose(&name)
        } else {
            descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
            var name = sockaddr_in()
            name.sin_family = sa_family_t(AF_INET)
            guard let colon = address.lastIndex(of: ":"),
                let port = UInt16(address[address.index(after: colon)...])
            else { throw Failure(description: "no port in \(address)") }
            name.sin_port = port.bigEndian
            name.sin_addr.s_addr = inet_addr(String(address[..<colon]))
            if receiveBufferByteCount > 0 {
                var size = receiveBufferByteCount
                setsockopt(descriptor, SOL_SOCKET, SO_RCVBUF, &size, 4)
            }
            try connectOrClose(&name)
        }
        var limit = timeval(tv_sec: timeoutSeconds, tv_usec: 0)
        setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &limit, UInt32(MemoryLayout<timeval>.size))
        setsockopt(descriptor, SOL_SOCKET, SO_SNDTIMEO, &limit, UInt32(MemoryLayout<timeval>.size))
    }

    deinit { close() }

    private func connectOrClose<Name>(_ name: inout Name) throws {
        let result = withUnsafeBytes(of: &name) { bytes in
            Glibc.connect(
                descriptor, bytes.baseAddress!.assumingMemoryBound(to: sockaddr.self),
                UInt32(MemoryLayout<Name>.size))
        }
        guard result == 0 else {
            let reason = String(cString: strerror(errno))
            Glibc.close(descriptor)
            descriptor = -1
            throw Failure(description: "connect: \(reason)")
        }
    }

    /// Sends everything; false when the peer no longer takes it.
    @discardableResult
    public func send(_ bytes: some Collection<UInt8>) -> Bool {
        let all = Array(bytes)
        var sent = 0
        while sent < all.count {
            let count = all.withUnsafeBytes {
                Glibc.send(
                    descriptor, $0.baseAddress! + sent, all.count - sent, Int32(MSG_NOSIGNAL))
            }
            if count < 0 && errno == EINTR { continue }
            guard count > 0 else { return false }
            sent += count
        }
        return true
    }

    /// Sends what the socket takes at once. What it does not take is sent first the next time, and
    /// new bytes are dropped then.
    public func sendWithoutWaiting(_ bytes: [UInt8]) {
        if waiting.isEmpty { waiting = bytes }
        let count = waiting.withUnsafeBytes {
            Glibc.send(descriptor, $0.baseAddress!, $0.count, Int32(MSG_NOSIGNAL | MSG_DONTWAIT))
        }
        if count > 0 { waiting.removeFirst(count) }
    }

    /// Tells the peer that nothing more comes; reading goes on.
    public func finishSending() { shutdown(descriptor, Int32(SHUT_WR)) }

    public func close() {
        guard descriptor >= 0 else { return }
        Glibc.close(descriptor)
        descriptor = -1
    }

    /// Closes with RST in place of FIN.
    public func reset() {
        var option = linger(l_onoff: 1, l_linger: 0)
        setsockopt(descriptor, SOL_SOCKET, SO_LINGER, &option, UInt32(MemoryLayout<linger>.size))
        close()
    }

    /// Whatever has come or comes next; nil at the end of the connection or after the time-out.
    public func readSome() -> [UInt8]? {
        if received.isEmpty { guard fill() else { return nil } }
        defer { received = [] }
        return received
    }

    /// Reads once; false at the end, whose kind is then in `end`.
    private func fill() -> Bool {
        var buffer = [UInt8](repeating: 0, count: 65_536)
        while true {
            let count = recv(descriptor, &buffer, buffer.count, 0)
            if count > 0 {
                received.append(contentsOf: buffer[..<count])
                return true
            }
            if count < 0 && errno == EINTR { continue }
            end = count == 0 ? .closed : (errno == EAGAIN ? .timedOut : .reset)
            return false
        }
    }

    /// The next frame; nil at the end of the connection or after the time-out.
    public func readFrame() -> Frame? {
        while received.count < 10 { guard fill() else { return nil } }
        let length = Int(bigEndian(received[0..<4]))
        while received.count < 10 + length { guard fill() else { return nil } }
        let frame = Frame(
            stream: bigEndian(received[4..<8]), type: received[8], flags: received[9],
            data: Array(received[10..<(10 + length)]))
        received.removeFirst(10 + length)
        return frame
    }

    /// Every frame until the connection ends or nothing came for the time-out.
    public func readFrames(atMost count: Int = .max) -> [Frame] {
        var frames: [Frame] = []
        while frames.count < count, let frame = readFrame() { frames.append(frame) }
        return frames
    }

    private func bigEndian(_ bytes: ArraySlice<UInt8>) -> UInt32 {
        bytes.reduce(0) { $0 << 8 | UInt32($1) }
    }
}

extension RawConnection.Frame {
    /// The status code of a response envelope: 0 when it carries none. Read by hand, so that the
    /// tests do not trust the code they test.
    public var statusCode: Int {
        guard data.first == 0x0a, data.count > 3 else { return 0 }
        guard data[1] < 0x80 else { return data.count > 4 && data[3] == 0x08 ? Int(data[4]) : 0 }
        return data[2] == 0x08 ? Int(data[3]) : 0
    }
}
