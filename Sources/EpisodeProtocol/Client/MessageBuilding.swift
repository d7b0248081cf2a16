internal import CEpisodesProto
internal import EpisodeModel

// Values as the generated structs want them, in an arena's memory.
extension MessageArena {
    /// A client's own request: bounded by what the program holds already, so memory for it is not.
    static func forEncoding() -> MessageArena { MessageArena(byteCountMaximum: .max / 4) }

    /// A C string. It cannot hold a NUL: one becomes the byte FF, which no UTF-8 holds, so that the
    /// server refuses the field as it would refuse the NUL, and no text is cut short in silence.
    func text(_ text: String) -> UnsafeMutablePointer<CChar>? {
        let bytes = Array(text.utf8)
        guard let place = unsafe allocate(bytes.count + 1) else { return nil }
        let start = unsafe place.bindMemory(to: CChar.self, capacity: bytes.count + 1)
        for (offset, byte) in bytes.enumerated() {
            unsafe start[offset] = CChar(bitPattern: byte == 0 ? 0xFF : byte)
        }
        unsafe start[bytes.count] = 0
        return unsafe start
    }

    /// The elements of a repeated field; nil for none.
    func array<Element>(_ elements: [Element]) -> UnsafeMutablePointer<Element>? {
        guard !elements.isEmpty,
            let place = unsafe allocate(elements.count * MemoryLayout<Element>.stride)
        else { return nil }
        let start = unsafe place.bindMemory(to: Element.self, capacity: elements.count)
        unsafe start.initialize(from: elements, count: elements.count)
        return unsafe start
    }

    func texts(_ texts: [String]) -> UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>? {
        unsafe array(texts.map { unsafe text($0) })
    }

    func mask(_ paths: [String]) -> UnsafeMutablePointer<Google__Protobuf__FieldMask>? {
        guard !paths.isEmpty, let mask = unsafe make(WireMessages.fieldMask) else { return nil }
        unsafe mask.pointee.n_paths = paths.count
        unsafe mask.pointee.paths = unsafe texts(paths)
        return unsafe mask
    }

    func predicate(
        _ condition: ListEpisodesRequest.Condition
    ) -> UnsafeMutablePointer<Episodes__V1__Predicate>? {
        guard let message = unsafe make(WireMessages.predicate) else { return nil }
        unsafe message.pointee.field = unsafe text(condition.field)
        unsafe message.pointee.operator_ = Episodes__V1__Predicate__Operator(
            UInt32(condition.comparison.rawValue))
        unsafe message.pointee.value = unsafe text(condition.value)
        unsafe message.pointee.exact = condition.isExact ? 1 : 0
        return unsafe message
    }

    func list(
        _ request: ListEpisodesRequest
    ) -> UnsafeMutablePointer<Episodes__V1__ListEpisodesRequest>? {
        guard let message = unsafe make(WireMessages.listRequest) else { return nil }
        unsafe message.pointee.n_domains = request.domains.count
        unsafe message.pointee.domains = unsafe array(request.domains)
        unsafe message.pointee.n_difficulties = request.difficulties.count
        unsafe message.pointee.difficulties = unsafe array(
            request.difficulties.map { Episodes__V1__Difficulty(UInt32($0.rawValue)) })
        unsafe message.pointee.query = unsafe text(request.query)
        unsafe message.pointee.sort = unsafe text(request.sort)
        unsafe message.pointee.page_size = request.pageSize
        unsafe message.pointee.page_token = unsafe text(request.pageToken)
        unsafe message.pointee.n_content_types = request.contentTypes.count
        unsafe message.pointee.content_types = unsafe texts(request.contentTypes)
        unsafe message.pointee.n_subscription_types = request.subscriptionTypes.count
        unsafe message.pointee.subscription_types = unsafe texts(request.subscriptionTypes)
        unsafe message.pointee.n_features = request.features.count
        unsafe message.pointee.features = unsafe texts(request.features)
        unsafe message.pointee.n_predicates = request.predicates.count
        unsafe message.pointee.predicates = unsafe array(
            request.predicates.map { unsafe predicate($0) })
        unsafe message.pointee.n_facets = request.facets.count
        unsafe message.pointee.facets = unsafe array(
            request.facets.map { Episodes__V1__Facet(UInt32($0.rawValue)) })
        unsafe message.pointee.read_mask = unsafe mask(request.readMask)
        unsafe message.pointee.n_ids = request.ids.count
        unsafe message.pointee.ids = unsafe array(request.ids)
        unsafe message.pointee.skip_total_size = request.skipTotalSize ? 1 : 0
        unsafe message.pointee.if_revision_not = request.ifRevisionNot
        unsafe message.pointee.skip = request.skip
        unsafe message.pointee.min_revision = request.minRevision
        return unsafe message
    }
}
