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

    /// Makes `sort` what `SortKey.parse` gives for a text that is valid UTF-8.
    ///
    /// A list that is there already is left alone: to count its references takes longer than to
    /// see that it is the same.
    mutating func read(
        _ text: UnsafeRawBufferPointer, into sort: inout [SortKey]
    ) throws(EpisodeError) {
        if unsafe text.isEmpty {
            if !Self.shareMemory(sort, defaultOrder) { sort = defaultOrder }
            return
        }
        guard let short = unsafe ShortText(text) else {
            return sort = unsafe try SortKey.parse(String(decoding: text, as: UTF8.self))
        }
        for index in entries.indices where entries[index].text == short {
            if !Self.shareMemory(sort, entries[index].keys) { sort = entries[index].keys }
            return
        }
        sort = unsafe try add(short, text)
    }

    private mutating func add(
        _ short: ShortText, _ text: UnsafeRawBufferPointer
    ) throws(EpisodeError) -> [SortKey] {
        let keys = unsafe try SortKey.parse(String(decoding: text, as: UTF8.self))
        if entries.count < Self.entryCountMaximum {
            entries.append(Entry(text: short, keys: keys))
        } else {
            entries[nextVictim] = Entry(text: short, keys: keys)
            nextVictim = (nextVictim + 1) % Self.entryCountMaximum
        }
        return keys
    }

    /// Lists that share memory are equal; others may be.
    private static func shareMemory(_ one: [SortKey], _ other: [SortKey]) -> Bool {
        unsafe one.withUnsafeBufferPointer { one in
            unsafe other.withUnsafeBufferPointer { other in
                unsafe one.baseAddress == other.baseAddress && one.count == other.count
            }
        }
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
