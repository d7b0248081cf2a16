internal import CPlatform
internal import Glibc

/// What a load generator's thread waits on: its sockets, its bell, and the time, to the nanosecond.
/// Not shared between threads.
@safe package final class LoadPoller {
    package struct Event {
        package var token: UInt64
        package var isReadable: Bool
        package var isWritable: Bool
        package var isBroken: Bool
    }

    private let set: Int32
    private let events: UnsafeMutablePointer<cplatform_event>

    package init() throws(TransportError) {
        set = EpollCalls.create().descriptor
        unsafe events = .allocate(capacity: EpollCalls.eventCountMaximum)
        guard set >= 0 else {
            throw TransportError("no file descriptor is left for the load generator")
        }
    }

    deinit {
        if set >= 0 { Syscalls.close(set) }
        unsafe events.deallocate()
    }

    package func add(_ descriptor: Int32, token: UInt64) -> Bool {
        EpollCalls.add(set, descriptor, EpollCalls.readable, token).isSuccess
    }

    /// - Parameter alsoForRoom: report when the socket takes bytes again.
    package func watch(_ descriptor: Int32, token: UInt64, alsoForRoom: Bool) {
        EpollCalls.modify(
            set, descriptor, EpollCalls.readable | (alsoForRoom ? EpollCalls.writable : 0), token)
    }

    package func remove(_ descriptor: Int32) { EpollCalls.remove(set, descriptor) }

    /// Waits for an event, at most so long; the number of events. An interruption counts as none.
    package func wait(nanoseconds: Int64) -> Int {
        SystemResult(
            Int(
                unsafe cplatform_epoll_wait_nanoseconds(
                    set, events, Int32(EpollCalls.eventCountMaximum), nanoseconds))
        ).value
    }

    /// The events of the last wait, by number.
    package func event(_ index: Int) -> Event {
        precondition(index >= 0 && index < EpollCalls.eventCountMaximum)
        let event = unsafe events[index]
        return Event(
            token: event.data, isReadable: event.events & EpollCalls.readable != 0,
            isWritable: event.events & EpollCalls.writable != 0,
            isBroken: event.events & EpollCalls.broken != 0)
    }

    /// Lets the timers of the calling thread fire when they are due, not up to 50 us later, and has it
    /// run soon after it wakes where the system can; false gives the defaults back.
    package static func setExactTimers(_ isOn: Bool) {
        _ = cplatform_set_timer_slack(isOn ? 1 : 0)
        _ = cplatform_set_slice(isOn ? 100_000 : 0)
    }
}

/// Wakes a load generator's thread from other threads.
package final class LoadBell: Sendable {
    /// An eventfd.
    package let descriptor: Int32

    package init() throws(TransportError) {
        descriptor = EpollCalls.createEventDescriptor().descriptor
        guard descriptor >= 0 else {
            throw TransportError("no file descriptor is left for the load generator")
        }
    }

    deinit { if descriptor >= 0 { Syscalls.close(descriptor) } }

    package func ring() { EpollCalls.signal(descriptor) }
    package func silence() { EpollCalls.clear(descriptor) }
}
