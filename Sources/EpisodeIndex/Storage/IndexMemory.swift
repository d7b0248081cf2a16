/// Owns the memory of a finished index; every `View` in the index points into it.
///
/// Sendable because nothing writes after the builder has handed the index over.
@safe final class IndexMemory: @unchecked Sendable {
    private var blocks: [UnsafeMutableRawPointer] = unsafe []
    /// Bytes held, for figures.
    private(set) var byteCount = 0

    deinit { unsafe blocks.forEach { unsafe $0.deallocate() } }

    /// Copies an array into memory that lives as long as the index.
    func keep<Element: BitwiseCopyable>(_ elements: [Element]) -> View<Element> {
        let size = max(1, elements.count * MemoryLayout<Element>.stride)
        let block = UnsafeMutableRawPointer.allocate(byteCount: size, alignment: 64)
        unsafe blocks.append(block)
        byteCount += size
        let base = unsafe block.bindMemory(to: Element.self, capacity: elements.count)
        unsafe elements.withUnsafeBufferPointer { source in
            guard let first = source.baseAddress else { return }
            unsafe base.initialize(from: first, count: source.count)
        }
        return unsafe View(base, count: elements.count)
    }
}
