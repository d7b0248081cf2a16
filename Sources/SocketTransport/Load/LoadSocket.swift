internal import CPlatform
internal import Dispatch
package import RPCCore

/// The sockets of a load generator: plain descriptors, and calls that never block.
package enum LoadSocket {
    /// What moving bytes came to.
    package enum Moved {
        case bytes(Int)
        /// Nothing to read or no room just now.
        case wouldBlock
        /// The peer sends no more.
        case end
        case failed(String)
    }

    /// Resolves and connects; blocks the calling thread.
    package static func connect(
        _ address: SocketAddress, timeoutMilliseconds: Int64
    ) -> Result<Int32, RPCError> {
        SocketConnector(address: address, timeoutMilliseconds: timeoutMilliseconds).connect()
    }

    /// The same on a thread of its own.
    package static func connect(
        _ address: SocketAddress, timeoutMilliseconds: Int64, afterMilliseconds: Int64,
        _ body: @escaping @Sendable (Result<Int32, RPCError>) -> Void
    ) {
        let delay = DispatchTimeInterval.milliseconds(Int(clamping: afterMilliseconds))
        DispatchQueue.global().asyncAfter(deadline: .now() + delay) {
            body(connect(address, timeoutMilliseconds: timeoutMilliseconds))
        }
    }

    package static func close(_ descriptor: Int32) { Syscalls.close(descriptor) }

    /// - Precondition: `buffer` has room for `count` bytes.
    @unsafe package static func receive(
        _ descriptor: Int32, _ buffer: UnsafeMutableRawPointer, _ count: Int
    ) -> Moved {
        let result = unsafe Syscalls.receive(descriptor, buffer, count)
        if result.value > 0 { return .bytes(result.value) }
        if result.isSuccess { return .end }
        return result.wouldBlock ? .wouldBlock : failure("receiving", result)
    }

    /// - Precondition: `buffer` has `count` bytes.
    @unsafe package static func send(
        _ descriptor: Int32, _ buffer: UnsafeRawPointer, _ count: Int
    ) -> Moved {
        let result = unsafe Syscalls.send(descriptor, buffer, count)
        if result.isSuccess { return .bytes(result.value) }
        return result.wouldBlock ? .wouldBlock : failure("sending", result)
    }

    private static func failure(_ doing: String, _ result: SystemResult) -> Moved {
        .failed("\(doing) failed: \(SystemError.message(result.errorNumber))")
    }

    /// Runs `body` on a thread that is its own until it returns.
    package static func onThread(_ body: @escaping @Sendable () -> Void) {
        DispatchQueue(label: "episodes.load", qos: .userInteractive).async(execute: body)
    }
}

/// Processor time, in nanoseconds.
package enum ProcessorTime {
    package static var ofProcessNanoseconds: Int64 { cplatform_process_nanoseconds() }
    package static var ofThreadNanoseconds: Int64 { cplatform_thread_nanoseconds() }
}
