internal import EpisodeModel

/// The fields of a ListEpisodesRequest as they are read, before they are put together.
///
/// Read by hand and not through protobuf-c, for three reasons: it is by far the busiest request, so
/// it must not allocate; protobuf-c would build a struct and a copy for every text, which a hostile
/// request can multiply; and the index of a bad element is only known while reading.
@safe struct ListRequestFields {
    private static var none: UnsafeRawBufferPointer {
        unsafe UnsafeRawBufferPointer(start: nil, count: 0)
    }

    var query = unsafe none
    var sort = unsafe none
    var pageToken = unsafe none
    var pageSize: Int32 = 0
    var skip: Int32 = 0
    var skipsTotal = false
    var ifRevisionNot: UInt64 = 0
    var minRevision: UInt64 = 0
    var contentTypes = TextSet()
    var subscriptionTypes = TextSet()
    var features = TextSet()
    var selection = FieldSelectionBuilder()
    var difficultyCount = 0
    var facetCount = 0
    var predicateCount = 0
    var fieldsLeft = WireReader.requestFieldCountMaximum

    /// Back to the empty request; the lists keep their memory.
    mutating func reset() {
        unsafe query = Self.none
        unsafe sort = Self.none
        unsafe pageToken = Self.none
        (pageSize, skip, skipsTotal, ifRevisionNot, minRevision) = (0, 0, false, 0, 0)
        contentTypes.removeAll()
        subscriptionTypes.removeAll()
        features.removeAll()
        selection = FieldSelectionBuilder()
        (difficultyCount, facetCount, predicateCount) = (0, 0, 0)
        fieldsLeft = WireReader.requestFieldCountMaximum
    }

    /// Reads every field. Lists of numbers and predicates go straight into `query`; of singular
    /// fields the last one wins; unknown fields are passed over.
    mutating func read(
        _ bytes: UnsafeRawBufferPointer, into query: inout EpisodeQuery
    ) throws(EpisodeError) {
        var reader = unsafe WireReader(bytes)
        while let field = try reader.next(fieldsLeft: &fieldsLeft) {
            guard let name = ListRequestField(rawValue: field.number) else { continue }
            guard name.accepts(field.type) else { throw .wrongType(name.name, field.type) }
            try read(field, name, into: &query)
        }
    }

    @inline(__always)
    private mutating func read(
        _ field: WireField, _ name: ListRequestField, into query: inout EpisodeQuery
    ) throws(EpisodeError) {
        switch name {
        case .domains:
            try eachNumber(of: field) { (value) throws(EpisodeError) in
                query.domains.append(UInt32(truncatingIfNeeded: value))
            }
        case .ids:
            try eachNumber(of: field) { (value) throws(EpisodeError) in query.ids.append(value) }
        case .difficulties:
            try eachNumber(of: field) { (value) throws(EpisodeError) in
                try addDifficulty(value, to: &query)
            }
        case .facets:
            try eachNumber(of: field) { (value) throws(EpisodeError) in
                try addFacet(value, to: &query)
            }
        case .query:
            unsafe self.query = try text(field, name)
        case .sort: unsafe sort = try text(field, name)
        case .pageToken: unsafe pageToken = try text(field, name)
        case .contentTypes: unsafe try contentTypes.add(field.bytes, field: name.name)
        case .subscriptionTypes: unsafe try subscriptionTypes.add(field.bytes, field: name.name)
        case .features: unsafe try features.add(field.bytes, field: name.name)
        case .predicates: try addPredicate(field, to: &query)
        case .readMask:
            unsafe try ReadMask.read(field.bytes, into: &selection, fieldsLeft: &fieldsLeft)
        case .pageSize: pageSize = Int32(truncatingIfNeeded: field.scalar)
        case .skip: skip = Int32(truncatingIfNeeded: field.scalar)
        case .skipTotalSize: skipsTotal = field.scalar != 0
        case .ifRevisionNot: ifRevisionNot = field.scalar
        case .minRevision: minRevision = field.scalar
        }
    }

    @inline(__always)
    private func text(
        _ field: WireField, _ name: ListRequestField
    ) throws(EpisodeError) -> UnsafeRawBufferPointer {
        unsafe try WireText.check(field.bytes, field: name.name)
        return unsafe field.bytes
    }

    /// Repeated numbers come one by one, packed, or both mixed.
    @inline(__always)
    private func eachNumber(
        of field: WireField, _ body: (UInt64) throws(EpisodeError) -> Void
    ) throws(EpisodeError) {
        if field.type == .varint { return try body(field.scalar) }
        var reader = unsafe WireReader(field.bytes)
        while !reader.isAtEnd { try body(reader.varint()) }
    }
}
