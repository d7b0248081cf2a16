internal import Dispatch

/// A connected socket on a serial queue of its own: reads everything that comes, writes what it is
/// given, and closes exactly once.
///
/// All state is confined to the queue. The descriptor is closed by the last of those that use it,
/// after the sources on it are gone: a number that is reused while an old source is still known
/// would never report anything. Source: swift-corelibs-libdispatch issue 833.
final class ClientSocket: @unchecked Sendable {
    /// What the socket tells its owner, on the queue.
    protocol Delegate: AnyObject, Sendable {
        func didReceive(_ bytes: borrowing RawSpan)
        /// The system has taken everything after it had refused some for a while.
        func didSendAll()
        /// Nothing more comes or goes. `error` is nil when the peer closed in order.
        func didClose(_ error: TransportError?)
    }

    private final class Descriptor: Sendable {
        let number: Int32
        init(_ number: Int32) { self.number = number }
        deinit { Syscalls.close(number) }
    }

    let queue = DispatchQueue(label: "episodes.client")
    private weak let delegate: (any Delegate)?
    /// Nil once closed; the sources may keep it open for a moment longer.
    private var descriptor: Descriptor?
    private var reader: (any DispatchSourceRead)?
    private var writer: (any DispatchSourceWrite)?
    /// The reader is suspended.
    private var isReadingPaused = false
    private var unsent: [UInt8] = []
    private var unsentPosition = 0

    private static let chunkByteCount = 65_536
    /// Chunks read before other work of the queue gets its turn.
    private static let chunksPerTurn = 64

    /// Takes over a connected, non-blocking descriptor.
    init(descriptor: Int32, delegate: any Delegate) {
        self.descriptor = Descriptor(descriptor)
        self.delegate = delegate
    }

    deinit {
        resumeReader()
        reader?.cancel()
        writer?.cancel()
    }

    /// Begins to read.
    func start() {
        queue.async { [self] in
            guard let descriptor, reader == nil else { return }
            let source = DispatchSource.makeReadSource(
                fileDescriptor: descriptor.number, queue: queue)
            source.setEventHandler { [weak self] in self?.readAll() }
            source.setCancelHandler { [descriptor] in withExtendedLifetime(descriptor) {} }
            reader = source
            source.activate()
        }
    }

    /// Sends `bytes` after what was given before. On the queue.
    func send(_ bytes: [UInt8]) {
        dispatchPrecondition(condition: .onQueue(queue))
        guard descriptor != nil else { return }
        if unsentPosition == unsent.count {
            unsent = bytes
            unsentPosition = 0
        } else {
            unsent += bytes
        }
        if writer == nil { writeAll() }
    }

    /// Ends both directions. On the queue.
    func close(_ error: TransportError? = nil) {
        dispatchPrecondition(condition: .onQueue(queue))
        guard descriptor != nil else { return }
        descriptor = nil
        resumeReader()
        reader?.cancel()
        writer?.cancel()
        reader = nil
        writer = nil
        unsent = []
        unsentPosition = 0
        delegate?.didClose(error)
    }

    /// Reads what comes or leaves it to the system, which then makes the peer wait. On the queue.
    func setReading(_ isOn: Bool) {
        dispatchPrecondition(condition: .onQueue(queue))
        guard let reader, isOn == isReadingPaused else { return }
        guard isOn else {
            isReadingPaused = true
            return reader.suspend()
        }
        resumeReader()
        // A hang-up while suspended may be reported no more.
        queue.async { [weak self] in self?.readAll() }
    }

    /// A suspended source must be resumed before it is cancelled or released.
    private func resumeReader() {
        guard isReadingPaused else { return }
        isReadingPaused = false
        reader?.resume()
    }

    /// Bytes that were given to `send` and not taken by the system yet. On the queue.
    var unsentByteCount: Int { unsent.count - unsentPosition }

    /// Reads until nothing is left: after a hang-up a Dispatch source fires only once more.
    private func readAll() {
        for _ in 0..<Self.chunksPerTurn {
            guard let descriptor, !isReadingPaused else { return }
            let result = unsafe withUnsafeTemporaryAllocation(
                byteCount: Self.chunkByteCount, alignment: 16
            ) { buffer in
                guard let base = buffer.baseAddress else { return SystemResult(0) }
                let result = unsafe Syscalls.receive(descriptor.number, base, buffer.count)
                if result.value > 0 {
                    let received = unsafe UnsafeRawBufferPointer(start: base, count: result.value)
                    unsafe delegate?.didReceive(received.bytes)
                }
                return result
            }
            if result.wouldBlock { return }
            if !result.isSuccess { return close(Self.fault("receiving", result)) }
            if result.value == 0 { return close() }
        }
        queue.async { [weak self] in self?.readAll() }
    }

    private func writeAll() {
        guard let descriptor else { return }
        while unsentPosition < unsent.count {
            let result = unsafe unsent.withUnsafeBytes { bytes in
                guard let base = bytes.baseAddress else { return SystemResult(0) }
                return unsafe Syscalls.send(
                    descriptor.number, base + unsentPosition, bytes.count - unsentPosition)
            }
            if result.wouldBlock { return awaitRoom(on: descriptor) }
            guard result.isSuccess else { return close(Self.fault("sending", result)) }
            unsentPosition += result.value
        }
        unsent = []
        unsentPosition = 0
        guard let writer else { return }
        // A write source on an idle socket would fire for ever.
        writer.cancel()
        self.writer = nil
        delegate?.didSendAll()
    }

    private func awaitRoom(on descriptor: Descriptor) {
        guard writer == nil else { return }
        let source = DispatchSource.makeWriteSource(
            fileDescriptor: descriptor.number, queue: queue)
        source.setEventHandler { [weak self] in self?.writeAll() }
        source.setCancelHandler { [descriptor] in withExtendedLifetime(descriptor) {} }
        writer = source
        source.activate()
    }

    private static func fault(_ doing: String, _ result: SystemResult) -> TransportError {
        TransportError(
            "\(doing) failed: \(SystemError.message(result.errorNumber))",
            errorNumber: result.errorNumber)
    }
}
