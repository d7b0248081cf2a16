internal import EpisodeModel

/// Bounds of a GetFilterOptions answer.
enum FilterOptions {
    /// Values and labels of one facet, in bytes: six facets and the domains fit one reply.
    static let facetByteCountMaximum = 393_216

    /// Drops the rarest values of a facet that has more than one reply could carry.
    static func cut(_ counts: inout FacetCounts) {
        var byteCount = 0
        let kept = counts.values.prefix { value in
            byteCount += value.value.utf8.count + value.label.utf8.count + 32
            return byteCount <= facetByteCountMaximum
        }
        if kept.count < counts.values.count { counts.values = Array(kept) }
    }
}
