internal import CPlatform

/// The signals that ask a process to end, taken one by one on the main thread.
///
/// Not by Dispatch's signal sources: on Linux they rest on a handler that hands a signal over to a
/// signalfd, and about one SIGTERM in three never arrived there while a thread was busy sending
/// (measured with swift-corelibs-libdispatch of Swift 6.3). A thread that blocks the signals and
/// waits for them cannot miss one.
public enum ProcessSignals {
    /// Keeps SIGTERM and SIGINT pending until `waitForEver` takes them. Call it before anything
    /// that makes threads, as they take over what the thread that makes them blocks.
    public static func hold() { cplatform_hold_signals() }

    /// Parks the calling thread for good and calls `handler` there for each SIGTERM and SIGINT.
    public static func waitForEver(_ handler: () -> Void) -> Never {
        while true {
            if cplatform_wait_for_signal() > 0 { handler() }
        }
    }
}
