/// While building: one text field of all rows, in the order they were added.
struct TextSource {
    private(set) var blob: [UInt8] = []
    private(set) var ends: [Int] = []

    mutating func append(_ text: some Sequence<UInt8>) {
        blob.append(contentsOf: text)
        ends.append(blob.count)
    }

    subscript(row: Int) -> ArraySlice<UInt8> {
        blob[(row == 0 ? 0 : ends[row - 1])..<ends[row]]
    }
}
