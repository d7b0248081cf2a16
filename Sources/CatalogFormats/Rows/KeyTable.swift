/// A key that has a meaning, with its spelling in files.
protocol NamedKey: CaseIterable, Sendable {
    var name: String { get }
}

/// Finds the known keys of an object by their bytes, without making a string of each key.
struct KeyTable<Key: NamedKey>: Sendable {
    /// Candidates by length.
    private let buckets: [[(name: [UInt8], key: Key)]]

    init() {
        let names = Key.allCases.map { (name: Array($0.name.utf8), key: $0) }
        let longest = names.map(\.name.count).max() ?? 0
        buckets = (0...longest).map { length in names.filter { $0.name.count == length } }
    }

    func key(_ bytes: Span<UInt8>) -> Key? {
        guard bytes.count < buckets.count else { return nil }
        return buckets[bytes.count].first { isEqual($0.name, bytes) }?.key
    }
}

/// Whether a span holds exactly these bytes.
func isEqual(_ expected: [UInt8], _ bytes: Span<UInt8>) -> Bool {
    guard expected.count == bytes.count else { return false }
    for index in expected.indices where expected[index] != bytes[index] { return false }
    return true
}
