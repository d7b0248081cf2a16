internal import CPlatform
internal import Glibc
internal import Synchronization

/// Lets a long command end in good order: the first SIGINT or SIGTERM is only noted, a second one
/// ends the process at once.
public enum Interrupts {
    public enum Kind: Sendable {
        case interrupted
        case terminated
    }

    private static let bell = Mutex<Int32>(-1)

    /// Begins to take them; later calls change nothing.
    ///
    /// - Returns: an eventfd that becomes readable with the first one, or -1 when none is left.
    @discardableResult
    public static func watch() -> Int32 {
        bell.withLock { bell in
            guard bell < 0 else { return bell }
            let descriptor = EpollCalls.createEventDescriptor().descriptor
            guard descriptor >= 0 else { return -1 }
            _ = cplatform_watch_interrupts(descriptor)
            bell = descriptor
            return descriptor
        }
    }

    /// The eventfd of `watch`; -1 before it was called.
    package static var watchDescriptor: Int32 { bell.withLock { $0 } }

    /// The first that came; nil when none has.
    public static var first: Kind? {
        switch cplatform_interrupt() {
        case 0: nil
        case SIGTERM: .terminated
        default: .interrupted
        }
    }
}
