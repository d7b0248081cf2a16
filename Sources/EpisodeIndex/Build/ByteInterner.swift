/// Numbers distinct byte strings in the order they first appear.
///
/// A hash table with open addressing whose slots hold the beginning of each string: most words are
/// told apart without a look at the strings themselves, which stand in one blob.
@safe struct ByteInterner {
    private struct Slot: BitwiseCopyable {
        /// Half a hash and a number plus 1; 0 in a free slot.
        var entry: UInt64
        var start: UInt64
    }

    private let memory = ScratchMemory()
    private let slots: Buffer<Slot>
    private let blob: Buffer<UInt8>
    /// Where each string starts, and where the last one ends.
    private let starts: Buffer<Int>

    init() {
        slots = memory.buffer()
        blob = memory.buffer()
        starts = memory.buffer()
        slots.fill(Slot(entry: 0, start: 0), count: 1_024)
        starts.append(0)
    }

    var count: Int { starts.count - 1 }
    /// Bytes of all strings.
    var byteCount: Int { blob.count }

    /// Good until the next string is added.
    @inline(__always)
    subscript(number: Int) -> View<UInt8> {
        blob.view.part(from: starts[number], count: starts[number + 1] - starts[number])
    }

    mutating func intern(_ bytes: [UInt8]) -> UInt32 { bytes.withView { intern($0) } }

    mutating func intern(_ text: String) -> UInt32 {
        var text = text
        return text.withUTF8 { utf8 in
            guard let base = utf8.baseAddress else { return intern(View<UInt8>.empty) }
            return unsafe intern(View(base, count: utf8.count))
        }
    }

    /// The number of these bytes, new or known.
    mutating func intern(_ bytes: View<UInt8>) -> UInt32 {
        let start = bytes.leadingWord
        let hash = bytes.hash(leadingWord: start)
        let mask = slots.count - 1
        var place = Int(truncatingIfNeeded: hash) & mask
        while true {
            let slot = slots[place]
            if slot.entry == 0 { return add(bytes, start, hash, place) }
            if (slot.entry ^ hash) >> 32 == 0, slot.start == start {
                let number = Int(truncatingIfNeeded: slot.entry & 0xFFFF_FFFF) - 1
                if isEqual(number, bytes) { return UInt32(truncatingIfNeeded: number) }
            }
            place = (place + 1) & mask
        }
    }

    @inline(never)
    private func add(
        _ bytes: View<UInt8>, _ start: UInt64, _ hash: UInt64, _ place: Int
    ) -> UInt32 {
        let number = count
        blob.append(contentsOf: bytes)
        starts.append(blob.count)
        slots[place] = Slot(entry: hash & ~0xFFFF_FFFF | UInt64(number + 1), start: start)
        if count * 2 > slots.count { grow() }
        return UInt32(number)
    }

    /// - Parameter number: of a string that begins with the same eight bytes.
    @inline(__always)
    private func isEqual(_ number: Int, _ bytes: View<UInt8>) -> Bool {
        let start = starts[number]
        guard starts[number + 1] - start == bytes.count else { return false }
        var index = 8
        while index + 8 <= bytes.count {
            if blob.view.word(at: start + index) != bytes.word(at: index) { return false }
            index += 8
        }
        // The last eight bytes, of which some were compared already.
        index = bytes.count - 8
        return index <= 0 || blob.view.word(at: start + index) == bytes.word(at: index)
    }

    private func grow() {
        let slotCount = slots.count * 2
        slots.fill(Slot(entry: 0, start: 0), count: slotCount)
        for number in 0..<count {
            let start = self[number].leadingWord
            let hash = self[number].hash(leadingWord: start)
            var place = Int(truncatingIfNeeded: hash) & (slotCount - 1)
            while slots[place].entry != 0 { place = (place + 1) & (slotCount - 1) }
            slots[place] = Slot(entry: hash & ~0xFFFF_FFFF | UInt64(number + 1), start: start)
        }
    }
}

extension View<UInt8> {
    /// Eight bytes at a time are mixed by multiplication; both halves are mixed well.
    @inline(__always)
    func hash() -> UInt64 { hash(leadingWord: leadingWord) }

    @inline(__always)
    fileprivate func hash(leadingWord: UInt64) -> UInt64 {
        var state = Self.mix(UInt64(count) &* 0x9E37_79B9_7F4A_7C15 ^ leadingWord)
        if count > 8 {
            var index = 8
            while index + 8 < count {
                state = Self.mix(state ^ word(at: index))
                index += 8
            }
            state = Self.mix(state ^ word(at: count - 8))
        }
        state = state &* 0x9E37_79B9_7F4A_7C15
        return state ^ state >> 29
    }

    @inline(__always)
    private static func mix(_ word: UInt64) -> UInt64 {
        let product = word &* 0xD6E8_FEB8_6659_FD93
        return product ^ product >> 32
    }

    /// The first eight bytes, the first as the lowest; zeros for those that are missing.
    @inline(__always)
    var leadingWord: UInt64 {
        if count >= 8 { return word(at: 0) }
        if count >= 4 {
            let low = UInt64(halfWord(at: 0))
            return low | UInt64(halfWord(at: count - 4)) << UInt64(8 * (count - 4))
        }
        var word: UInt64 = 0
        var index = count
        while index > 0 {
            index -= 1
            word = word << 8 | UInt64(self[index])
        }
        return word
    }

    /// The first eight bytes as a number that sorts like them; zeros for those that are missing.
    @inline(__always)
    var bigEndianStart: UInt64 { leadingWord.byteSwapped }

    @inline(__always)
    private func halfWord(at index: Int) -> UInt32 {
        assert(index >= 0 && index + 4 <= count)
        return unsafe UnsafeRawPointer(pointer + index).loadUnaligned(as: UInt32.self)
    }
}
