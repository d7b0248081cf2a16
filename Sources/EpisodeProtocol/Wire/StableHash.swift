/// A 64-bit hash that is the same in every process, on every machine and in every version: page
/// tokens carry it. It finds mistakes, not attackers; whoever forges a token only pages oddly.
///
/// Folds the two halves of a 128-bit product, the step that wyhash is built from
/// (https://github.com/wangyi-fudan/wyhash); the constants are fractional digits of roots.
struct StableHash {
    private(set) var value: UInt64 = 0x6A09_E667_F3BC_C908

    private mutating func mix(_ word: UInt64, _ key: UInt64) {
        let product = (value ^ word ^ key).multipliedFullWidth(by: 0x9E37_79B9_7F4A_7C15)
        value =
            (product.high ^ product.low)
            &+ value.multipliedReportingOverflow(
                by: 0xBB67_AE85_84CA_A73B
            ).partialValue
    }

    mutating func combine(_ word: UInt64) { mix(word, 0x3C6E_F372_FE94_F82B) }

    /// The length is part of it, so that neighbouring texts cannot trade bytes.
    mutating func combine(_ bytes: UnsafeRawBufferPointer) {
        combine(UInt64(bytes.count))
        var position = 0
        while position + 8 <= bytes.count {
            let word = unsafe bytes.loadUnaligned(fromByteOffset: position, as: UInt64.self)
            mix(UInt64(littleEndian: word), 0xA54F_F53A_5F1D_36F1)
            position += 8
        }
        var rest: UInt64 = 0
        while position < bytes.count {
            rest = unsafe rest << 8 | UInt64(bytes[position])
            position += 1
        }
        mix(rest, 0x510E_527F_ADE6_82D1)
    }

    /// Sets hash the same in any order: sort the hashes of the elements first.
    mutating func combine(sorted hashes: some Collection<UInt64>) {
        combine(UInt64(hashes.count))
        for hash in hashes { combine(hash) }
    }

    static func of(_ bytes: UnsafeRawBufferPointer) -> UInt64 {
        var hash = StableHash()
        unsafe hash.combine(bytes)
        return hash.value
    }

    static func of(_ text: String) -> UInt64 {
        var copy = text
        return copy.withUTF8 { unsafe of(UnsafeRawBufferPointer($0)) }
    }
}
