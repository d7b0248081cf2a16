/// Growable memory of a scratch: it keeps its size from search to search, so that a search in the
/// steady state allocates nothing.
@safe final class Buffer<Element: BitwiseCopyable> {
    private var base: UnsafeMutablePointer<Element>
    private var capacity: Int
    private(set) var count = 0

    init() {
        capacity = 16
        unsafe base = .allocate(capacity: 16)
    }

    deinit { unsafe base.deallocate() }

    var pointer: UnsafeMutablePointer<Element> { unsafe base }
    /// What the buffer holds now; good until the buffer grows or is released.
    var view: View<Element> { unsafe View(UnsafePointer(base), count: count) }

    subscript(index: Int) -> Element {
        get {
            assert(index >= 0 && index < count)
            return unsafe base[index]
        }
        set {
            assert(index >= 0 && index < count)
            unsafe base[index] = newValue
        }
    }

    func append(_ element: Element) {
        if count == capacity { reserve(capacity * 2) }
        unsafe base[count] = element
        count += 1
    }

    /// Makes room for `wanted` elements and keeps those that are there.
    func reserve(_ wanted: Int) {
        guard wanted > capacity else { return }
        let larger = UnsafeMutablePointer<Element>.allocate(capacity: wanted)
        unsafe larger.initialize(from: base, count: count)
        unsafe base.deallocate()
        unsafe base = unsafe larger
        capacity = wanted
    }

    /// Sets the count after memory was written through `pointer`; `length` must be reserved.
    func assumeCount(_ length: Int) {
        assert(length <= capacity)
        count = length
    }

    func removeAll() { count = 0 }

    /// `length` times the same element.
    func fill(_ element: Element, count length: Int) {
        reserve(length)
        unsafe base.update(repeating: element, count: length)
        count = length
    }

    func sort(by areInOrder: (Element, Element) -> Bool) {
        var elements = unsafe UnsafeMutableBufferPointer(start: base, count: count)
        unsafe elements.sort(by: areInOrder)
    }

    func removeLast(_ surplus: Int) {
        assert(surplus >= 0 && surplus <= count)
        count -= surplus
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
