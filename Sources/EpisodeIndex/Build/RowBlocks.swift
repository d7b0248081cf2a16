/// While building: a list of elements for each row, such as a text or the numbers of its units, in
/// the order the rows were added.
///
/// In blocks, so that nothing is copied when it grows and memory is taken as it is needed.
@safe struct RowBlocks<Element: BitwiseCopyable> {
    private static var blockByteCount: Int { 1 << 20 }

    private let memory = ScratchMemory()
    private var blocks: [Buffer<Element>] = []
    /// For each row its block and its place there, as block << 32 | place.
    private let places: Buffer<UInt64>
    /// Elements of all rows.
    private(set) var elementCount = 0

    init() { places = memory.buffer() }

    var rowCount: Int { places.count }

    subscript(row: Int) -> View<Element> {
        let place = places[row]
        let block = blocks[Int(place >> 32)]
        let start = Int(place & 0xFFFF_FFFF)
        let isLast = row + 1 == places.count || places[row + 1] >> 32 != place >> 32
        let end = isLast ? block.count : Int(places[row + 1] & 0xFFFF_FFFF)
        return block.view.part(from: start, count: end - start)
    }

    /// - Parameter row: at most 4 Gi elements.
    mutating func append(_ row: View<Element>) {
        let capacity = Self.blockByteCount / MemoryLayout<Element>.stride
        if blocks.isEmpty || blocks[blocks.count - 1].count + row.count > capacity {
            let block: Buffer<Element> = memory.buffer()
            // The first grows as it is filled: many fields are empty in every row.
            if !blocks.isEmpty { block.reserve(max(capacity, row.count)) }
            blocks.append(block)
        }
        let block = blocks[blocks.count - 1]
        places.append(UInt64(blocks.count - 1) << 32 | UInt64(block.count))
        block.append(contentsOf: row)
        elementCount += row.count
    }
}

extension RowBlocks<UInt8> {
    mutating func append(_ text: String) {
        var text = text
        text.withUTF8 { utf8 in
            guard let base = utf8.baseAddress else { return append(View<UInt8>.empty) }
            unsafe append(View(base, count: utf8.count))
        }
    }
}
