internal import Dispatch
internal import GRPCOverHTTP2
internal import Glibc
public import RPCCore

/// One gRPC call with one request on a connection of its own: for what ttrpc cannot carry, such as
/// the streams of the reflection service.
public struct GRPCExchange: Sendable {
    private let address: SocketAddress
    private let timeoutMilliseconds: Int64
    private let messageCountMaximum: Int
    private let byteCountMaximum: Int

    /// - Parameters:
    ///   - timeoutMilliseconds: for connecting and the whole call.
    ///   - messageCountMaximum: of the answer.
    ///   - byteCountMaximum: of all messages of the answer together.
    public init(
        _ address: SocketAddress, timeoutMilliseconds: Int64, messageCountMaximum: Int = 1_000,
        byteCountMaximum: Int = 16 << 20
    ) {
        self.address = address
        self.timeoutMilliseconds = max(1, timeoutMilliseconds)
        self.messageCountMaximum = messageCountMaximum
        self.byteCountMaximum = byteCountMaximum
    }

    /// Sends one request, says that no other comes, and takes every message of the answer.
    /// - Throws: the server's status, UNAVAILABLE, DEADLINE_EXCEEDED, or RESOURCE_EXHAUSTED for an
    ///   answer that is longer than the bounds.
    public func call(
        service: String, method: String, payload: [UInt8]
    ) async throws(RPCError) -> [[UInt8]] {
        let result = await withCheckedContinuation { continuation in
            DispatchQueue.global().async {
                continuation.resume(returning: exchange(service, method, payload))
            }
        }
        return try result.get()
    }

    private func exchange(
        _ service: String, _ method: String, _ payload: [UInt8]
    ) -> Result<[[UInt8]], RPCError> {
        let deadline = MonotonicTime.now.advanced(byMilliseconds: timeoutMilliseconds)
        let connector = SocketConnector(
            address: address, timeoutMilliseconds: timeoutMilliseconds)
        switch connector.connect() {
        case .failure(let error): return .failure(error)
        case .success(let descriptor):
            defer { Syscalls.close(descriptor) }
            guard let connection = GRPCClientConnection() else {
                return .failure(RPCError(.resourceExhausted, "there is no memory for a connection"))
            }
            let head = GRPCRequestHead(
                service: service, method: method, authority: "\(address)",
                timeoutNanoseconds: timeoutMilliseconds.multipliedReportingOverflow(by: 1_000_000)
                    .partialValue)
            do throws(RPCError) {
                try connection.begin(head, GRPCRequestBody(payload), token: 1)
                return .success(try run(connection, on: descriptor, until: deadline))
            } catch {
                return .failure(error)
            }
        }
    }

    private func run(
        _ connection: GRPCClientConnection, on descriptor: Int32, until deadline: MonotonicTime
    ) throws(RPCError) -> [[UInt8]] {
        var messages: [[UInt8]] = []
        var byteCount = 0
        let outgoing = Outgoing()
        var chunk = [UInt8](repeating: 0, count: 65_536)
        while true {
            while let event = connection.nextEvent() {
                switch event {
                case .message(_, let bytes):
                    byteCount += bytes.count
                    messages.append(bytes)
                    try check(messages.count, byteCount)
                case .ended(_, let error?, _): throw error
                case .ended(_, nil, _): return messages
                }
            }
            connection.produce(into: outgoing, until: 65_536)
            try outgoing.send(on: descriptor)
            let isBehind = outgoing.count > 0 || connection.hasOutput
            try wait(descriptor, isBehind ? POLLIN | POLLOUT : POLLIN, until: deadline)
            let result = unsafe chunk.withUnsafeMutableBytes { buffer in
                guard let base = buffer.baseAddress else { return SystemResult(0) }
                let result = unsafe Syscalls.receive(descriptor, base, buffer.count)
                if result.value > 0 {
                    unsafe connection.receive(
                        UnsafeRawBufferPointer(start: base, count: result.value))
                }
                return result
            }
            if result.wouldBlock { continue }
            if result.value <= 0 { connection.receiveEnd() }
        }
    }

    private func check(_ messageCount: Int, _ byteCount: Int) throws(RPCError) {
        guard messageCount <= messageCountMaximum, byteCount <= byteCountMaximum else {
            throw RPCError(
                .resourceExhausted,
                "the server's answer is longer than is taken: more messages than "
                    + "\(messageCountMaximum) or more bytes than \(byteCountMaximum)")
        }
    }

    private func wait(
        _ descriptor: Int32, _ events: Int32, until deadline: MonotonicTime
    ) throws(RPCError) {
        while true {
            let rest = deadline.nanoseconds(since: .now)
            guard rest > 0 else {
                throw RPCError(.deadlineExceeded, "no answer within the time limit")
            }
            var entry = pollfd(fd: descriptor, events: Int16(events), revents: 0)
            if unsafe poll(&entry, 1, Int32(clamping: rest / 1_000_000 + 1)) > 0 { return }
        }
    }
}

/// Bytes on their way out.
private final class Outgoing: ByteSink {
    private var bytes: [UInt8] = []

    var count: Int { bytes.count }

    func append(_ more: UnsafeRawBufferPointer) { unsafe bytes.append(contentsOf: more) }

    /// Sends what the system takes now.
    func send(on descriptor: Int32) throws(RPCError) {
        while !bytes.isEmpty {
            let result = unsafe bytes.withUnsafeBytes { buffer in
                guard let base = buffer.baseAddress else { return SystemResult(0) }
                return unsafe Syscalls.send(descriptor, base, buffer.count)
            }
            if result.wouldBlock { return }
            guard result.isSuccess else {
                throw RPCError(
                    .unavailable,
                    "sending failed: \(SystemError.message(result.errorNumber).lowercased())")
            }
            bytes.removeFirst(result.value)
        }
    }
}
