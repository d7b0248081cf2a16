internal import CPlatform

/// The signals that a server obeys, taken one by one on the main thread.
///
/// Not by Dispatch's signal sources: on Linux they rest on a handler that hands a signal over to a
/// signalfd, and about one SIGTERM in three never arrived there while a thread was busy sending
/// (measured with swift-corelibs-libdispatch of Swift 6.3). A thread that blocks the signals and
/// waits for them cannot miss one.
public enum ProcessSignals {
    public enum Signal: Sendable {
        /// SIGTERM or SIGINT: end.
        case terminate
        /// SIGHUP: read the settings or the data again.
        case reload
    }

    /// Keeps the signals pending until `waitForEver` takes them. Call it before anything that makes
    /// threads, as they take over what the thread that makes them blocks.
    public static func hold() { cplatform_hold_signals() }

    /// Lets the signals do what they do by default, as long as the calling thread has no time to
    /// wait for them. Threads that were made meanwhile go on without them.
    public static func release() { cplatform_release_signals() }

    /// Parks the calling thread for good and calls `handler` there for each signal.
    public static func waitForEver(_ handler: (Signal) -> Void) -> Never {
        while true {
            let number = cplatform_wait_for_signal()
            guard number > 0 else { continue }
            handler(number == cplatform_hang_up() ? .reload : .terminate)
        }
    }
}
