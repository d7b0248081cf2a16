/// Those who wait for the ends of calls, by small numbers that are used again.
@safe struct ContinuationSlots {
    private var slots: ContiguousArray<ClientResumption.Call?> = unsafe []
    private var free: ContiguousArray<Int> = []

    mutating func add(_ continuation: ClientResumption.Call) -> Int {
        guard let slot = free.popLast() else {
            unsafe slots.append(continuation)
            return unsafe slots.count - 1
        }
        unsafe slots[slot] = continuation
        return slot
    }

    mutating func take(_ slot: Int) -> ClientResumption.Call? {
        guard unsafe slots.indices.contains(slot), let continuation = unsafe slots[slot] else {
            return nil
        }
        unsafe slots[slot] = nil
        free.append(slot)
        return unsafe continuation
    }
}
