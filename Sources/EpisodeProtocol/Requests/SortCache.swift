internal import EpisodeModel

/// The last few `sort` texts with their keys: clients send the same ones over and over, and parsing
/// allocates.
struct SortCache {
    private static let entryCountMaximum = 8

    private struct Entry {
        let text: ShortText
        let keys: [SortKey]
    }

    private let defaultOrder = SortKey.defaultOrder
    private var entries: [Entry] = []
    private var nextVictim = 0

    /// What `SortKey.parse` gives for a text that is valid UTF-8.
    mutating func keys(of text: UnsafeRawBufferPointer) throws(EpisodeError) -> [SortKey] {
        if unsafe text.isEmpty { return defaultOrder }
        guard let short = unsafe ShortText(text) else {
            return unsafe try SortKey.parse(String(decoding: text, as: UTF8.self))
        }
        for index in entries.indices where entries[index].text == short {
            return entries[index].keys
        }
        let keys = unsafe try SortKey.parse(String(decoding: text, as: UTF8.self))
        if entries.count < Self.entryCountMaximum {
            entries.append(Entry(text: short, keys: keys))
        } else {
            entries[nextVictim] = Entry(text: short, keys: keys)
            nextVictim = (nextVictim + 1) % Self.entryCountMaximum
        }
        return keys
    }
}

/// A text of up to 32 bytes that is compared without a look at other memory. Padded with NUL, which
/// no checked text holds.
private struct ShortText: Equatable {
    private static let byteCountMaximum = 32

    private var words: (UInt64, UInt64, UInt64, UInt64) = (0, 0, 0, 0)

    /// Nil for a longer text.
    init?(_ text: UnsafeRawBufferPointer) {
        guard text.count <= Self.byteCountMaximum else { return nil }
        unsafe withUnsafeMutableBytes(of: &words) { unsafe $0.copyBytes(from: text) }
    }

    static func == (left: Self, right: Self) -> Bool { left.words == right.words }
}
