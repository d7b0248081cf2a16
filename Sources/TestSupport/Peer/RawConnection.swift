internal import Glibc

/// A blocking TCP or unix connection on loopback that sends any bytes it is told to: the badly
/// behaved client of the tests. Waits end after `timeoutSeconds`. Nothing is read ahead, so that
/// what a test has not asked for stays in the sockets.
public final class RawConnection: @unchecked Sendable {
    // Unchecked: one task sends while another receives, as sockets allow.
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

    /// - Parameter address: `127.0.0.1:PORT`, `[::1]:PORT` or `unix:PATH`.
    public init(
        to address: String, timeoutSeconds: Int = 10, receiveBufferByteCount: Int32 = 0
    ) throws {
        guard let name = LoopbackName(address) else {
            throw Failure(description: "no address: \(address)")
        }
        descriptor = socket(name.family, Int32(SOCK_STREAM.rawValue), 0)
        if receiveBufferByteCount > 0 {
            var size = receiveBufferByteCount
            setsockopt(descriptor, SOL_SOCKET, SO_RCVBUF, &size, 4)
        }
        var limit = timeval(tv_sec: timeoutSeconds, tv_usec: 0)
        setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &limit, UInt32(MemoryLayout<timeval>.size))
        setsockopt(descriptor, SOL_SOCKET, SO_SNDTIMEO, &limit, UInt32(MemoryLayout<timeval>.size))
        guard name.connect(descriptor) == 0 else {
            let reason = String(cString: strerror(errno))
            Glibc.close(descriptor)
            descriptor = -1
            throw Failure(description: "connect: \(reason)")
        }
    }

    deinit { close() }

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
        if received.isEmpty { guard fill(65_536) else { return nil } }
        defer { received = [] }
        return received
    }

    /// Exactly `count` bytes; nil when the connection ends before or nothing came for the time-out,
    /// which `end` tells apart. What came until then is kept for the next call.
    public func receive(_ count: Int) -> [UInt8]? {
        while received.count < count {
            guard fill(count - received.count) else { return nil }
        }
        defer { received.removeFirst(count) }
        return Array(received[..<count])
    }

    /// Reads once, so many bytes at most; false at the end, whose kind is then in `end`.
    private func fill(_ count: Int) -> Bool {
        var buffer = [UInt8](repeating: 0, count: count)
        while true {
            let got = recv(descriptor, &buffer, count, 0)
            if got > 0 {
                received.append(contentsOf: buffer[..<got])
                return true
            }
            if got < 0 && errno == EINTR { continue }
            end = got == 0 ? .closed : (errno == EAGAIN ? .timedOut : .reset)
            return false
        }
    }

    /// The next frame; nil at the end of the connection or after the time-out.
    public func readFrame() -> Frame? {
        guard let head = receive(10), let data = receive(Int(Self.bigEndian(head[0..<4]))) else {
            return nil
        }
        return Frame(
            stream: Self.bigEndian(head[4..<8]), type: head[8], flags: head[9], data: data)
    }

    /// Whether the connection has ended, in order or by a reset, with nothing before it.
    public func isAtEnd() -> Bool { receive(1) == nil && end != .timedOut }

    /// Every frame until the connection ends or nothing came for the time-out.
    public func readFrames(atMost count: Int = .max) -> [Frame] {
        var frames: [Frame] = []
        while frames.count < count, let frame = readFrame() { frames.append(frame) }
        return frames
    }

    private static func bigEndian(_ bytes: ArraySlice<UInt8>) -> UInt32 {
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
