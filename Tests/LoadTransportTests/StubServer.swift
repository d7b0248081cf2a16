import Foundation
import Glibc

/// A server that behaves as badly as it is told, over the native protocol on 127.0.0.1: plain
/// blocking sockets, a thread for each connection.
final class StubServer: @unchecked Sendable {
    enum Behaviour: Sendable {
        case answer
        /// Answers nobody for a while, once, so many seconds after the first request.
        case stall(afterSeconds: Double, seconds: Double)
        /// So long for each call, one after the other on a connection.
        case slow(milliseconds: Int)
        /// Every other call is OK after 50 ms, the others fail at once.
        case mix
        case fail
        /// Reads a request and closes.
        case close
        /// Closes each connection after so many answers.
        case breakAfter(Int)
        /// Closes a connection after so many answers; all later ones are sent this.
        case turn(afterAnswers: Int, into: String)
        case never
        /// Sends this to whoever connects.
        case speak(String)
    }

    private struct Late {
        var due: UInt64
        var frame: [UInt8]
    }

    let behaviour: Behaviour
    let port: UInt16
    private let listener: Int32
    private let lock = NSLock()
    private var requests = 0
    private var connections = 0
    private var firstRequest: UInt64 = 0
    private var isStopped = false
    private var hasTurned = false
    private var descriptors: Set<Int32> = []

    var requestCount: Int { lock.withLock { requests } }
    var connectionCount: Int { lock.withLock { connections } }

    init(_ behaviour: Behaviour) throws {
        self.behaviour = behaviour
        listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = in_addr_t(0x7F00_0001).bigEndian
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let descriptor = listener
        let result = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { generic in
                guard bind(descriptor, generic, length) == 0, listen(descriptor, 64) == 0 else {
                    return Int32(-1)
                }
                return getsockname(descriptor, generic, &length)
            }
        }
        guard result == 0 else { throw CocoaError(.fileNoSuchFile) }
        port = UInt16(bigEndian: address.sin_port)
        Thread.detachNewThread { [self] in accepting() }
    }

    /// Ends the listener and all connections.
    func stop() {
        let open = lock.withLock {
            isStopped = true
            return descriptors
        }
        shutdown(listener, Int32(SHUT_RDWR))
        for descriptor in open { shutdown(descriptor, Int32(SHUT_RDWR)) }
    }

    private func accepting() {
        while true {
            let descriptor = accept(listener, nil, nil)
            let goesOn = lock.withLock {
                guard !isStopped, descriptor >= 0 else { return false }
                connections += 1
                descriptors.insert(descriptor)
                return true
            }
            guard goesOn else { break }
            var on: Int32 = 1
            setsockopt(descriptor, Int32(IPPROTO_TCP), TCP_NODELAY, &on, 4)
            Thread.detachNewThread { [self] in
                serve(descriptor)
                lock.withLock { _ = descriptors.remove(descriptor) }
                close(descriptor)
            }
        }
        close(listener)
    }

    private func serve(_ descriptor: Int32) {
        if case .speak(let text) = behaviour { write(descriptor, Array(text.utf8)) }
        if case .turn(_, let text) = behaviour, lock.withLock({ hasTurned }) {
            return write(descriptor, Array(text.utf8))
        }
        let line = LateLine()
        if isLate { Thread.detachNewThread { [self] in line.run { write(descriptor, $0) } } }
        defer { line.end() }
        var answers = 0
        var held: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 65_536)
        while true {
            let count = recv(descriptor, &chunk, chunk.count, 0)
            guard count > 0 else { return }
            held += chunk[..<count]
            var output: [UInt8] = []
            var start = 0
            while held.count - start >= 10 {
                let length = held[start..<(start + 4)].reduce(0) { $0 << 8 | Int($1) }
                guard held.count - start >= 10 + length else { break }
                let stream = Array(held[(start + 4)..<(start + 8)])
                start += 10 + length
                guard take(stream, line, &output) else { return }
                answers += 1
                if case .breakAfter(let limit) = behaviour, answers == limit {
                    write(descriptor, output)
                    return
                }
                if case .turn(let limit, _) = behaviour, answers == limit {
                    lock.withLock { hasTurned = true }
                    return write(descriptor, output)
                }
            }
            held.removeFirst(start)
            write(descriptor, output)
        }
    }

    private var isLate: Bool {
        switch behaviour {
        case .slow, .mix: true
        default: false
        }
    }

    /// False when the connection is to be closed.
    private func take(_ stream: [UInt8], _ line: LateLine, _ output: inout [UInt8]) -> Bool {
        let now = DispatchTime.now().uptimeNanoseconds
        let (number, first) = lock.withLock {
            requests += 1
            if firstRequest == 0 { firstRequest = now }
            return (requests, firstRequest)
        }
        let ok = Self.frame(stream, [0x12, 0x00])
        let bad = Self.frame(stream, [0x0A, 0x07, 0x08, 0x03, 0x12, 0x03] + Array("bad".utf8))
        switch behaviour {
        case .answer, .breakAfter, .turn: output += ok
        case .stall(let after, let seconds):
            let begin = first + UInt64(after * 1e9)
            let end = begin + UInt64(seconds * 1e9)
            if (begin..<end).contains(now) { usleep(UInt32((end - now) / 1_000)) }
            output += ok
        case .slow(let milliseconds): line.add(ok, milliseconds, inOrder: true)
        case .mix:
            if number % 2 == 0 { line.add(ok, 50, inOrder: false) } else { output += bad }
        case .fail: output += bad
        case .close: return false
        case .never, .speak: break
        }
        return true
    }

    static func frame(_ stream: [UInt8], _ data: [UInt8]) -> [UInt8] {
        [0, 0, 0, UInt8(data.count)] + stream + [2, 0] + data
    }

    private func write(_ descriptor: Int32, _ bytes: [UInt8]) {
        var sent = 0
        while sent < bytes.count {
            let count = bytes.withUnsafeBytes {
                send(descriptor, $0.baseAddress! + sent, bytes.count - sent, Int32(MSG_NOSIGNAL))
            }
            guard count > 0 else { return }
            sent += count
        }
    }
}

/// Answers that go out later, in the order they were put in.
private final class LateLine: @unchecked Sendable {
    private let condition = NSCondition()
    private var frames: [(due: UInt64, bytes: [UInt8])] = []
    private var lastDue: UInt64 = 0
    private var isOver = false

    func add(_ bytes: [UInt8], _ milliseconds: Int, inOrder: Bool) {
        condition.withLock {
            let now = DispatchTime.now().uptimeNanoseconds
            let start = inOrder ? max(lastDue, now) : now
            lastDue = start + UInt64(milliseconds) * 1_000_000
            frames.append((lastDue, bytes))
            condition.signal()
        }
    }

    func end() {
        condition.withLock {
            isOver = true
            condition.signal()
        }
    }

    func run(_ write: ([UInt8]) -> Void) {
        while true {
            let next: (due: UInt64, bytes: [UInt8])? = condition.withLock {
                while frames.isEmpty, !isOver { condition.wait() }
                return isOver ? nil : frames.removeFirst()
            }
            guard let next else { return }
            let now = DispatchTime.now().uptimeNanoseconds
            if next.due > now { usleep(UInt32((next.due - now) / 1_000)) }
            write(next.bytes)
        }
    }
}
