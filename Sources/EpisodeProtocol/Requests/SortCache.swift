internal import EpisodeModel

/// The last few `sort` texts with their keys: clients send the same ones over and over, and parsing
/// allocates.
struct SortCache {
    private static let entryCountMaximum = 8
    private static let textByteCountMaximum = 256

    private var entries: [(text: [UInt8], keys: [SortKey])] = []
    private var nextVictim = 0

    /// What `SortKey.parse` gives for a text that is valid UTF-8.
    mutating func keys(of text: UnsafeRawBufferPointer) throws(EpisodeError) -> [SortKey] {
        if unsafe text.isEmpty { return SortKey.defaultOrder }
        for index in entries.indices where unsafe Self.equal(entries[index].text, text) {
            return entries[index].keys
        }
        let keys = unsafe try SortKey.parse(String(decoding: text, as: UTF8.self))
        guard text.count <= Self.textByteCountMaximum else { return keys }
        if entries.count < Self.entryCountMaximum {
            unsafe entries.append((Array(text), keys))
        } else {
            unsafe entries[nextVictim] = (Array(text), keys)
            nextVictim = (nextVictim + 1) % Self.entryCountMaximum
        }
        return keys
    }

    private static func equal(_ known: [UInt8], _ text: UnsafeRawBufferPointer) -> Bool {
        guard known.count == text.count else { return false }
        for index in known.indices where unsafe known[index] != text[index] { return false }
        return true
    }
}
