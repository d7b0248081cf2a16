import Glibc

/// Bytes of a finished index that serve one purpose, for figures.
public struct MemoryUse: Hashable, Sendable {
    /// What the memory is for, in a few words.
    public let purpose: String
    public let byteCount: Int
}

/// Owns the memory of a finished index; every `View` in the index points into it.
///
/// Sendable because nothing writes after the builder has handed the index over.
@safe final class IndexMemory: @unchecked Sendable {
    private var blocks: [UnsafeMutableRawPointer] = unsafe []
    private(set) var uses: [MemoryUse] = []
    /// What memory taken, and time spent, from now on is for.
    var purpose = "" {
        willSet { times.end(purpose) }
    }
    private var times = BuildTimes()

    /// Closes the account of the time spent; the longest first.
    func closeTimes() -> [BuildTime] {
        times.end(purpose)
        return times.spent.sorted { $0.seconds > $1.seconds }
    }

    deinit { unsafe blocks.forEach { unsafe free($0) } }

    /// Bytes held, for figures.
    var byteCount: Int { uses.reduce(0) { $0 + $1.byteCount } }

    /// Memory of zeros that lives as long as the index.
    func take<Element: BitwiseCopyable>(
        _ count: Int, of _: Element.Type = Element.self
    ) -> Workspace<Element> {
        let size = max(1, count * MemoryLayout<Element>.stride)
        // Large blocks come from the kernel, which hands out zeros page by page.
        guard let block = unsafe calloc(1, size + 64) else { fatalOutOfMemory(size) }
        unsafe blocks.append(block)
        note(size)
        let aligned = unsafe block.alignedUp(toMultipleOf: 64)
        return unsafe Workspace(
            aligned.bindMemory(to: Element.self, capacity: count), count: count)
    }

    /// Copies an array into memory that lives as long as the index.
    func keep<Element: BitwiseCopyable>(_ elements: [Element]) -> View<Element> {
        let copy = take(elements.count, of: Element.self)
        unsafe elements.withUnsafeBufferPointer { source in
            guard let first = source.baseAddress else { return }
            unsafe copy.pointer.update(from: first, count: source.count)
        }
        return copy.view
    }

    private func note(_ size: Int) {
        if let place = uses.firstIndex(where: { $0.purpose == purpose }) {
            uses[place] = MemoryUse(
                purpose: purpose, byteCount: uses[place].byteCount + size)
        } else {
            uses.append(MemoryUse(purpose: purpose, byteCount: size))
        }
    }
}

private func fatalOutOfMemory(_ size: Int) -> Never {
    preconditionFailure("no memory left for \(size) bytes of the index")
}

/// Memory of a fixed size that is being filled.
@safe struct Workspace<Element: BitwiseCopyable>: BitwiseCopyable {
    let pointer: UnsafeMutablePointer<Element>
    let count: Int

    fileprivate init(_ pointer: UnsafeMutablePointer<Element>, count: Int) {
        unsafe self.pointer = unsafe pointer
        self.count = count
    }

    var view: View<Element> { unsafe View(pointer, count: count) }

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
}
