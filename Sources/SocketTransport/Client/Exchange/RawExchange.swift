internal import Dispatch
internal import Glibc
public import RPCCore

/// One exchange of plain bytes with whatever listens at an address: enough to fetch a page over
/// HTTP/1.1 or to find out what a port speaks.
public struct RawExchange: Sendable {
    /// What came back.
    public struct Answer: Sendable {
        public var bytes: [UInt8]
        /// The peer ended the connection; otherwise the time or the room was over, or enough was
        /// read.
        public var isEnded: Bool
    }

    private let address: SocketAddress
    private let request: [UInt8]
    private let timeoutMilliseconds: Int64
    private let byteCountMaximum: Int

    /// - Parameters:
    ///   - request: sent at once.
    ///   - timeoutMilliseconds: for connecting, sending and receiving together.
    ///   - byteCountMaximum: of the answer.
    public init(
        _ address: SocketAddress, sending request: [UInt8], timeoutMilliseconds: Int64,
        byteCountMaximum: Int = 16 << 20
    ) {
        self.address = address
        self.request = request
        self.timeoutMilliseconds = max(1, timeoutMilliseconds)
        self.byteCountMaximum = byteCountMaximum
    }

    /// Reads until the peer ends the connection, until the time or the room is over, or until
    /// `isEnough` says so.
    /// - Throws: UNAVAILABLE when nothing answers there or the connection breaks.
    public func run(
        isEnough: @escaping @Sendable ([UInt8]) -> Bool = { _ in false }
    ) async throws(RPCError) -> Answer {
        let result = await withCheckedContinuation { continuation in
            DispatchQueue.global().async { continuation.resume(returning: exchange(isEnough)) }
        }
        return try result.get()
    }

    private func exchange(_ isEnough: ([UInt8]) -> Bool) -> Result<Answer, RPCError> {
        let deadline = MonotonicTime.now.advanced(byMilliseconds: timeoutMilliseconds)
        let connector = SocketConnector(
            address: address, timeoutMilliseconds: timeoutMilliseconds)
        switch connector.connect() {
        case .failure(let error): return .failure(error)
        case .success(let descriptor):
            defer { Syscalls.close(descriptor) }
            do throws(RPCError) {
                guard try send(on: descriptor, until: deadline) else {
                    return .success(Answer(bytes: [], isEnded: false))
                }
                return .success(try receive(on: descriptor, until: deadline, isEnough))
            } catch {
                return .failure(error)
            }
        }
    }

    /// False when the time is over first.
    private func send(on descriptor: Int32, until deadline: MonotonicTime) throws(RPCError) -> Bool
    {
        var position = 0
        while position < request.count {
            let result = unsafe request.withUnsafeBytes { bytes in
                guard let base = bytes.baseAddress else { return SystemResult(0) }
                return unsafe Syscalls.send(descriptor, base + position, bytes.count - position)
            }
            if result.wouldBlock {
                guard Self.wait(descriptor, POLLOUT, until: deadline) else { return false }
            } else if result.isSuccess {
                position += result.value
            } else {
                throw lost(result)
            }
        }
        return true
    }

    private func receive(
        on descriptor: Int32, until deadline: MonotonicTime, _ isEnough: ([UInt8]) -> Bool
    ) throws(RPCError) -> Answer {
        var answer = Answer(bytes: [], isEnded: false)
        var chunk = [UInt8](repeating: 0, count: 65_536)
        while answer.bytes.count < byteCountMaximum, !isEnough(answer.bytes) {
            guard Self.wait(descriptor, POLLIN, until: deadline) else { return answer }
            let result = unsafe chunk.withUnsafeMutableBytes { buffer in
                guard let base = buffer.baseAddress else { return SystemResult(0) }
                return unsafe Syscalls.receive(descriptor, base, buffer.count)
            }
            if result.wouldBlock { continue }
            // A peer that resets the connection after its answer has ended it.
            guard result.isSuccess || !answer.bytes.isEmpty else { throw lost(result) }
            guard result.value > 0 else {
                answer.isEnded = true
                return answer
            }
            answer.bytes += chunk[..<result.value]
        }
        return answer
    }

    private func lost(_ result: SystemResult) -> RPCError {
        RPCError(
            .unavailable,
            "\(address) broke the connection: "
                + SystemError.message(result.errorNumber).lowercased())
    }

    private static func wait(
        _ descriptor: Int32, _ events: Int32, until deadline: MonotonicTime
    ) -> Bool {
        while true {
            let rest = deadline.nanoseconds(since: .now)
            guard rest > 0 else { return false }
            var entry = pollfd(fd: descriptor, events: Int16(events), revents: 0)
            if unsafe poll(&entry, 1, Int32(clamping: rest / 1_000_000 + 1)) > 0 { return true }
        }
    }
}
