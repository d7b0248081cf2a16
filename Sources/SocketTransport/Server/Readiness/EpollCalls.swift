internal import CPlatform

/// The system calls of the epoll form, once each.
enum EpollCalls {
    static let readable = UInt32(CPLATFORM_EPOLL_IN)
    static let writable = UInt32(CPLATFORM_EPOLL_OUT)
    static let broken = UInt32(CPLATFORM_EPOLL_BROKEN)
    static let eventCountMaximum = Int(CPLATFORM_EVENT_COUNT_MAXIMUM)

    static func create() -> SystemResult { SystemResult(Int(cplatform_epoll_create())) }
    static func createEventDescriptor() -> SystemResult { SystemResult(Int(cplatform_eventfd())) }
    static func createTimer() -> SystemResult { SystemResult(Int(cplatform_timer_create())) }

    static func add(_ set: Int32, _ descriptor: Int32, _ events: UInt32, _ data: UInt64)
        -> SystemResult
    {
        SystemResult(Int(cplatform_epoll_add(set, descriptor, events, data)))
    }

    static func modify(_ set: Int32, _ descriptor: Int32, _ events: UInt32, _ data: UInt64) {
        _ = cplatform_epoll_modify(set, descriptor, events, data)
    }

    static func remove(_ set: Int32, _ descriptor: Int32) {
        _ = cplatform_epoll_remove(set, descriptor)
    }

    /// The value is the number of events; an interruption counts as none.
    static func wait(
        _ set: Int32, _ events: UnsafeMutablePointer<cplatform_event>, milliseconds: Int32,
        counter: LaneCounter
    ) -> Int {
        counter.add()
        return SystemResult(
            Int(
                unsafe cplatform_epoll_wait(
                    set, events, Int32(eventCountMaximum), milliseconds))
        ).value
    }

    static func signal(_ eventDescriptor: Int32) { _ = cplatform_eventfd_signal(eventDescriptor) }
    /// Also takes the expiry count of a timer: both are 64-bit counters.
    static func clear(_ descriptor: Int32) { _ = cplatform_eventfd_clear(descriptor) }

    /// 0 disarms.
    static func setTimer(_ timer: Int32, nanoseconds: Int64) {
        _ = cplatform_timer_set(timer, nanoseconds)
    }
}
