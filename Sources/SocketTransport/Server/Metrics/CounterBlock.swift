internal import Synchronization

/// Numbers that one thread counts and any may read. Counting is a plain load and store; whoever reads
/// sees each number as of some moment just before.
@safe final class CounterBlock: @unchecked Sendable {
    // Unchecked: the memory is that of atomics.
    private let cells: UnsafeMutablePointer<Atomic<Int>>
    let count: Int

    init(count: Int) {
        self.count = count
        unsafe cells = .allocate(capacity: count)
        for index in 0..<count { unsafe (cells + index).initialize(to: Atomic(0)) }
    }

    deinit {
        unsafe cells.deinitialize(count: count)
        unsafe cells.deallocate()
    }

    subscript(index: Int) -> Int {
        precondition(index >= 0 && index < count)
        return unsafe cells[index].load(ordering: .relaxed)
    }

    /// Only for the one thread that counts.
    @inline(__always)
    func add(_ amount: Int, to index: Int) {
        precondition(index >= 0 && index < count)
        unsafe cells[index].store(
            cells[index].load(ordering: .relaxed) &+ amount, ordering: .relaxed)
    }
}
