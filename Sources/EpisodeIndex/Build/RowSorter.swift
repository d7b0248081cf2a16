/// While building: sorts rows by numbers in linear time.
@safe struct RowSorter {
    private struct Entry: BitwiseCopyable {
        var key: UInt64
        var row: UInt32
    }

    private let memory = ScratchMemory()
    private let entries: Buffer<Entry>
    private let spare: Buffer<Entry>
    private let counts: Buffer<UInt32>

    init(_ entries: some Sequence<(UInt64, UInt32)>) {
        self.init()
        for (key, row) in entries { self.entries.append(Entry(key: key, row: row)) }
    }

    init(count: Int, _ entry: (Int) -> (UInt64, UInt32)) {
        self.init()
        entries.reserve(count)
        for place in 0..<count {
            let (key, row) = entry(place)
            entries.append(Entry(key: key, row: row))
        }
    }

    private init() {
        entries = memory.buffer()
        spare = memory.buffer()
        counts = memory.buffer()
    }

    var count: Int { entries.count }
    func row(_ place: Int) -> UInt32 { entries[place].row }
    func key(_ place: Int) -> UInt64 { entries[place].key }

    /// Whether the key at a place differs from the one before it.
    func isNew(_ place: Int) -> Bool { place == 0 || key(place) != key(place - 1) }

    var rows: [UInt32] { (0..<count).map { row($0) } }

    /// Replaces the keys and sorts again; rows of equal keys stay as they stand.
    func sort(by key: (UInt32) -> UInt64) {
        for place in 0..<count { entries[place].key = key(entries[place].row) }
        sort()
    }

    /// Sorts by the keys; rows of equal keys stay as they stand.
    ///
    /// From the lowest byte of the keys to the highest; a byte that all keys share is left out.
    func sort() {
        guard count > 1 else { return }
        counts.fill(0, count: 8 * 256)
        for place in 0..<count {
            let key = entries[place].key
            for byte in 0..<8 { counts[byte << 8 | Self.digit(key, byte)] += 1 }
        }
        spare.reserve(count)
        spare.assumeCount(count)
        var isInSpare = false
        for byte in 0..<8 {
            let first = isInSpare ? spare[0].key : entries[0].key
            if Int(counts[byte << 8 | Self.digit(first, byte)]) == count { continue }
            var sum: UInt32 = 0
            for bucket in byte << 8..<(byte + 1) << 8 {
                let size = counts[bucket]
                counts[bucket] = sum
                sum += size
            }
            if isInSpare {
                distribute(spare, to: entries, byte)
            } else {
                distribute(entries, to: spare, byte)
            }
            isInSpare.toggle()
        }
        if isInSpare { entries.assign(spare.view) }
    }

    private func distribute(_ source: Buffer<Entry>, to target: Buffer<Entry>, _ byte: Int) {
        let source = source.view
        for place in 0..<source.count {
            let entry = source[place]
            let bucket = byte << 8 | Self.digit(entry.key, byte)
            target[Int(counts[bucket])] = entry
            counts[bucket] += 1
        }
    }

    @inline(__always)
    private static func digit(_ key: UInt64, _ byte: Int) -> Int {
        Int(truncatingIfNeeded: key >> UInt64(byte * 8)) & 0xFF
    }
}
