/// Owns the growable memory of a scratch; every `Buffer` made by it is released with it.
@safe final class ScratchMemory {
    private var headers: [UnsafeMutablePointer<BufferHeader>] = unsafe []

    deinit {
        for index in unsafe headers.indices {
            unsafe headers[index].pointee.base.deallocate()
            unsafe headers[index].deallocate()
        }
    }

    func buffer<Element: BitwiseCopyable>(of _: Element.Type = Element.self) -> Buffer<Element> {
        let header = UnsafeMutablePointer<BufferHeader>.allocate(capacity: 1)
        unsafe header.initialize(to: BufferHeader())
        unsafe headers.append(header)
        return unsafe Buffer(header)
    }

    /// Bytes held by all buffers.
    var byteCount: Int {
        unsafe headers.reduce(0) { unsafe $0 + $1.pointee.byteCount }
    }
}

/// Where a buffer's elements are.
@unsafe struct BufferHeader {
    fileprivate(set) var base = UnsafeMutableRawPointer.allocate(byteCount: 256, alignment: 64)
    fileprivate(set) var byteCount = 256
    fileprivate(set) var count = 0
}

/// Growable memory of a scratch: it keeps its size from search to search, so that a search in the
/// steady state allocates nothing.
///
/// A trivial handle: copies stand for the same buffer, and passing it around counts no references.
/// Good as long as the `ScratchMemory` that made it.
@safe struct Buffer<Element: BitwiseCopyable>: BitwiseCopyable {
    private let header: UnsafeMutablePointer<BufferHeader>

    fileprivate init(_ header: UnsafeMutablePointer<BufferHeader>) {
        unsafe self.header = unsafe header
    }

    @inline(__always)
    var count: Int { unsafe header.pointee.count }

    @inline(__always)
    private var capacity: Int {
        unsafe header.pointee.byteCount / MemoryLayout<Element>.stride
    }

    @inline(__always)
    var pointer: UnsafeMutablePointer<Element> {
        unsafe header.pointee.base.assumingMemoryBound(to: Element.self)
    }

    /// What the buffer holds now; good until the buffer grows or is released.
    @inline(__always)
    var view: View<Element> { unsafe View(UnsafePointer(pointer), count: count) }

    subscript(index: Int) -> Element {
        @inline(__always)
        get {
            assert(index >= 0 && index < count)
            return unsafe pointer[index]
        }
        @inline(__always)
        nonmutating set {
            assert(index >= 0 && index < count)
            unsafe pointer[index] = newValue
        }
    }

    @inline(__always)
    func append(_ element: Element) {
        let count = count
        if unsafe (count + 1) * MemoryLayout<Element>.stride > header.pointee.byteCount {
            reserve(max(16, count * 2))
        }
        unsafe pointer[count] = element
        unsafe header.pointee.count = count + 1
    }

    /// Makes room for `wanted` elements and keeps those that are there.
    @inline(__always)
    func reserve(_ wanted: Int) {
        if unsafe wanted * MemoryLayout<Element>.stride > header.pointee.byteCount {
            grow(wanted)
        }
    }

    private func grow(_ wanted: Int) {
        let byteCount = wanted * MemoryLayout<Element>.stride
        let larger = UnsafeMutableRawPointer.allocate(byteCount: byteCount, alignment: 64)
        unsafe larger.copyMemory(
            from: header.pointee.base, byteCount: count * MemoryLayout<Element>.stride)
        unsafe header.pointee.base.deallocate()
        unsafe header.pointee.base = larger
        unsafe header.pointee.byteCount = byteCount
    }

    /// Sets the count after memory was written through `pointer`; `length` must be reserved.
    @inline(__always)
    func assumeCount(_ length: Int) {
        assert(length >= 0 && length <= capacity)
        unsafe header.pointee.count = length
    }

    @inline(__always)
    func removeAll() { unsafe header.pointee.count = 0 }

    /// `length` times the same element.
    func fill(_ element: Element, count length: Int) {
        reserve(length)
        unsafe pointer.update(repeating: element, count: length)
        assumeCount(length)
    }

    @inline(__always)
    func append(contentsOf elements: View<Element>) {
        let wanted = count + elements.count
        if unsafe wanted * MemoryLayout<Element>.stride > header.pointee.byteCount {
            grow(max(wanted, count * 2))
        }
        unsafe (pointer + count).update(from: elements.pointer, count: elements.count)
        assumeCount(wanted)
    }

    /// Becomes a copy of other elements.
    func assign(_ elements: View<Element>) {
        reserve(elements.count)
        unsafe pointer.update(from: elements.pointer, count: elements.count)
        assumeCount(elements.count)
    }

    func removeLast(_ surplus: Int) {
        assert(surplus >= 0 && surplus <= count)
        assumeCount(count - surplus)
    }

    /// A heap sort: in place, and never slower than count * log(count).
    func sort(by areInOrder: (Element, Element) -> Bool) {
        for root in stride(from: count / 2 - 1, through: 0, by: -1) {
            sift(root, count, areInOrder)
        }
        for end in stride(from: count - 1, to: 0, by: -1) {
            let top = self[0]
            self[0] = self[end]
            self[end] = top
            sift(0, end, areInOrder)
        }
    }

    private func sift(_ start: Int, _ end: Int, _ areInOrder: (Element, Element) -> Bool) {
        let element = self[start]
        var root = start
        while root * 2 + 1 < end {
            var child = root * 2 + 1
            if child + 1 < end, areInOrder(self[child], self[child + 1]) { child += 1 }
            guard areInOrder(element, self[child]) else { break }
            self[root] = self[child]
            root = child
        }
        self[root] = element
    }
}

extension Buffer where Element: Equatable {
    /// Of equal elements that stand together keeps one.
    func removeRepeats() {
        var kept = 0
        for index in 0..<count where kept == 0 || self[kept - 1] != self[index] {
            self[kept] = self[index]
            kept += 1
        }
        assumeCount(kept)
    }
}
