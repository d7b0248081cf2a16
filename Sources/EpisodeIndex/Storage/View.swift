/// A borrowed stretch of memory that outlives the borrower: a part of a `CatalogIndex`, or of a
/// scratch buffer while one search uses it.
///
/// A trivial value, so that structures made of views are passed around without counting
/// references. Bounds are asserted in debug builds, where all tests run.
@safe struct View<Element: BitwiseCopyable>: BitwiseCopyable, @unchecked Sendable {
    private let base: UnsafePointer<Element>
    let count: Int

    init(_ base: UnsafePointer<Element>, count: Int) {
        unsafe self.base = unsafe base
        self.count = count
    }

    var pointer: UnsafePointer<Element> { unsafe base }
    var isEmpty: Bool { count == 0 }

    @inline(__always)
    subscript(index: Int) -> Element {
        assert(index >= 0 && index < count)
        return unsafe base[index]
    }

    @inline(__always)
    subscript(index: UInt32) -> Element { self[Int(index)] }

    /// Of nothing.
    static var empty: Self {
        unsafe View(UnsafePointer(bitPattern: 64).unsafelyUnwrapped, count: 0)
    }

    /// `length` elements from `start`.
    func part(from start: Int, count length: Int) -> View<Element> {
        assert(start >= 0 && length >= 0 && start + length <= count)
        return unsafe View(base + start, count: length)
    }

    /// The same memory as bytes.
    var bytes: View<UInt8> {
        unsafe View<UInt8>(
            UnsafeRawPointer(base).assumingMemoryBound(to: UInt8.self),
            count: count * MemoryLayout<Element>.stride)
    }

    func append(to array: inout [Element]) {
        unsafe array.append(contentsOf: UnsafeBufferPointer(start: base, count: count))
    }

    /// First position whose element is not less, in a view sorted ascending.
    func lowerBound(of element: Element) -> Int where Element: Comparable {
        partitioningIndex { self[$0] >= element }
    }

    /// First index for which `isInSecondHalf` holds; it must be false up to there and true after.
    func partitioningIndex(_ isInSecondHalf: (Int) -> Bool) -> Int {
        var low = 0
        var high = count
        while low < high {
            let middle = (low + high) / 2
            if isInSecondHalf(middle) { high = middle } else { low = middle + 1 }
        }
        return low
    }
}
