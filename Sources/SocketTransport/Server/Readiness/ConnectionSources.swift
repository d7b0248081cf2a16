internal import Dispatch

/// The Dispatch sources of one socket, and the rules that keep them from trapping: each is
/// activated once, suspended and resumed in balance, resumed before it is cancelled, and the
/// descriptor is closed when the last cancel handler has run.
///
/// Source: swift-corelibs-libdispatch, src/source.c and issue #833 (a descriptor closed earlier
/// leaves a stale registration behind).
final class ConnectionSources {
    private let descriptor: Int32
    private let queue: DispatchQueue
    private let read: any DispatchSourceRead
    private var write: (any DispatchSourceWrite)?
    private var isReadSuspended = false
    private var isWriteSuspended = false
    private let remaining = SourceCount()

    init(
        descriptor: Int32, queue: DispatchQueue, onReadable: @escaping @Sendable () -> Void
    ) {
        self.descriptor = descriptor
        self.queue = queue
        read = DispatchSource.makeReadSource(fileDescriptor: descriptor, queue: queue)
        read.setEventHandler(handler: onReadable)
        register(read)
    }

    func setReading(_ isOn: Bool) {
        guard isOn == isReadSuspended else { return }
        if isOn { read.resume() } else { read.suspend() }
        isReadSuspended = !isOn
    }

    /// The write source exists only once it was needed: an active one keeps its thread busy.
    func setWriting(_ isOn: Bool, onWritable: @escaping @Sendable () -> Void) {
        guard let write else {
            guard isOn else { return }
            let made = DispatchSource.makeWriteSource(fileDescriptor: descriptor, queue: queue)
            made.setEventHandler(handler: onWritable)
            register(made)
            write = made
            return
        }
        guard isOn == isWriteSuspended else { return }
        if isOn { write.resume() } else { write.suspend() }
        isWriteSuspended = !isOn
    }

    /// Cancels both; the descriptor closes after the last cancel handler.
    func cancelAndClose() {
        setReading(true)
        if isWriteSuspended {
            write?.resume()
            isWriteSuspended = false
        }
        read.cancel()
        write?.cancel()
    }

    private func register(_ source: any DispatchSourceProtocol) {
        remaining.value += 1
        source.setCancelHandler { [remaining, descriptor] in
            remaining.value -= 1
            if remaining.value == 0 { Syscalls.close(descriptor) }
        }
        source.activate()
    }
}

/// How many sources of a descriptor are not yet cancelled. Unchecked: confined to one queue.
private final class SourceCount: @unchecked Sendable {
    var value = 0
}
