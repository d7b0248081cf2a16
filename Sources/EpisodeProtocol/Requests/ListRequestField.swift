internal import EpisodeModel

/// The fields of ListEpisodesRequest; raw values are the field numbers.
enum ListRequestField: UInt32 {
    case domains = 1
    case difficulties, query, sort, pageSize, pageToken, contentTypes, subscriptionTypes
    case features, predicates, facets, readMask, ids, skipTotalSize, ifRevisionNot, skip
    case minRevision

    private static let names = [
        "domains", "difficulties", "query", "sort", "page_size", "page_token", "content_types",
        "subscription_types", "features", "predicates", "facets", "read_mask", "ids",
        "skip_total_size", "if_revision_not", "skip", "min_revision",
    ]

    /// The proto's name, for error messages.
    var name: String { Self.names[Int(rawValue) - 1] }

    func accepts(_ type: WireType) -> Bool {
        switch self {
        case .domains, .difficulties, .facets, .ids: type == .varint || type == .bytes
        case .pageSize, .skip, .skipTotalSize, .ifRevisionNot, .minRevision: type == .varint
        default: type == .bytes
        }
    }
}

/// google.protobuf.FieldMask: 1 paths. Masks sent several times add up, as protobuf merges messages.
enum ReadMask {
    static func read(
        _ bytes: UnsafeRawBufferPointer, into selection: inout FieldSelectionBuilder,
        fieldsLeft: inout Int
    ) throws(EpisodeError) {
        var reader = unsafe WireReader(bytes)
        while let field = try reader.next(fieldsLeft: &fieldsLeft) {
            guard field.number == 1 else { continue }
            guard field.type == .bytes else { throw .wrongType("read_mask.paths", field.type) }
            unsafe try selection.add(path: field.bytes)
        }
    }
}
