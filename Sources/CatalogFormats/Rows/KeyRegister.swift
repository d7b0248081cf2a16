internal import EpisodeModel

/// The keys one object has shown, to refuse repeats: readers of JSON disagree on which one counts
/// (RFC 8259, section 4).
struct KeyRegister {
    private var hashes: [UInt64] = []
    private var ends: [Int] = []
    private var bytes: [UInt8] = []

    /// Forgets all keys and keeps the memory.
    mutating func removeAll() {
        hashes.removeAll(keepingCapacity: true)
        ends.removeAll(keepingCapacity: true)
        bytes.removeAll(keepingCapacity: true)
    }

    /// Notes a key.
    ///
    /// - Throws: when it was there before, or when there are more keys than any row has.
    /// - Complexity: O(keys), a comparison of a number each.
    mutating func insert(_ key: Span<UInt8>) throws(EpisodeError) {
        // FNV-1a: only to skip most comparisons.
        var hash: UInt64 = 0xCBF2_9CE4_8422_2325
        for index in key.indices { hash = (hash ^ UInt64(key[index])) &* 0x100_0000_01B3 }
        for index in hashes.indices where hashes[index] == hash && isKey(index, key) {
            throw .invalid(shortText(key), "this key is there twice", "keep one of them")
        }
        guard hashes.count < CatalogFileLimits.keyCountMaximum,
            bytes.count + key.count <= CatalogFileLimits.rowByteCountMaximum
        else {
            throw .invalid(
                "", "an object has over \(CatalogFileLimits.keyCountMaximum) keys or too long ones",
                "leave out keys that mean nothing here")
        }
        hashes.append(hash)
        for index in key.indices { bytes.append(key[index]) }
        ends.append(bytes.count)
    }

    private func isKey(_ index: Int, _ key: Span<UInt8>) -> Bool {
        let start = index == 0 ? 0 : ends[index - 1]
        guard ends[index] - start == key.count else { return false }
        for offset in key.indices where bytes[start + offset] != key[offset] { return false }
        return true
    }
}

/// The start of a text for messages: at most 40 characters, invalid UTF-8 and control characters
/// replaced.
func shortText(_ bytes: Span<UInt8>) -> String {
    let limit = 160
    var prefix: [UInt8] = []
    for index in 0..<min(bytes.count, limit) { prefix.append(bytes[index]) }
    let whole = String(decoding: prefix, as: UTF8.self)
    var text = ""
    for character in whole.prefix(40) {
        let isControl = character.unicodeScalars.contains {
            $0.properties.generalCategory == .control
        }
        text += isControl ? "\u{FFFD}" : String(character)
    }
    return bytes.count > limit || whole.count > 40 ? text + "…" : text
}
