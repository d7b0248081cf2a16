public import EpisodeModel

/// The fields of Episode that an answer holds: a read mask after its checks.
public struct FieldSelection: Hashable, Sendable {
    /// Bit n stands for field number n.
    private(set) var bits: UInt32

    /// What an absent, empty or `*` mask means.
    /// Written as a constant, so that no call has to ask whether it was computed already.
    public static let all = FieldSelection(bits: 0xF_FFFE)

    private init(bits: UInt32) { self.bits = bits }

    public init(_ fields: some Sequence<EpisodeField>) {
        bits = 0
        for field in fields { insert(field) }
    }

    public func contains(_ field: EpisodeField) -> Bool { contains(number: UInt32(field.rawValue)) }

    func contains(number: UInt32) -> Bool { number < 32 && bits & 1 << number != 0 }

    mutating func insert(_ field: EpisodeField) { bits |= 1 << UInt32(field.rawValue) }
}

/// Collects the paths of a read mask.
struct FieldSelectionBuilder {
    private var selection = FieldSelection([])
    private var hasStar = false
    private var pathCount = 0

    /// - Throws: `EpisodeError` naming `read_mask.paths[i]` when the path is no field of Episode.
    mutating func add(path: UnsafeRawBufferPointer) throws(EpisodeError) {
        let index = pathCount
        pathCount += 1
        unsafe try WireText.check(path, field: "read_mask.paths[\(index)]")
        if unsafe path.elementsEqual("*".utf8) {
            hasStar = true
            return
        }
        for field in EpisodeField.allCases {
            guard unsafe path.elementsEqual(field.name.utf8) else { continue }
            selection.insert(field)
            return
        }
        let shown = unsafe String(decoding: path.prefix(64), as: UTF8.self)
        let known = EpisodeField.allCases.map(\.name).joined(separator: ", ")
        throw .invalid(
            "read_mask.paths[\(index)]", "'\(shown)' is not a field of Episode",
            "use *, \(known)")
    }

    func finish() -> FieldSelection { hasStar || pathCount == 0 ? .all : selection }
}
