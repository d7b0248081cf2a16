import CEpisodesProto
import EpisodeModel

@testable import EpisodeProtocol

/// The busiest request: what is taken keeps its bounds, is what protobuf-c reads in the same bytes,
/// and comes back when a client says it again.
enum ListRequests {
    private struct Decoded: Hashable {
        var query: EpisodeQuery
        var selection: FieldSelection
        var ifRevisionNot: UInt64
        var minRevision: UInt64
        var fingerprint: UInt64

        init(_ query: EpisodeQuery, _ options: ListOptions) {
            self.query = query
            selection = options.selection
            ifRevisionNot = options.ifRevisionNot
            minRevision = options.minRevision
            fingerprint = options.fingerprint
        }
    }

    /// Used for every input, as a server's: nothing of one request may show in the next.
    nonisolated(unsafe) private static let reused = RequestDecoder()

    static func run(_ input: UnsafeRawBufferPointer) {
        let first = decode(input, with: RequestDecoder())
        let second = decode(input, with: reused)
        guard case .success(let decoded) = first, case .success(let same) = second else {
            guard case .failure(let error) = first, case .failure(let same) = second else {
                return require(false, "the request before shows: \(first) and \(second)")
            }
            require(error == same, "the request before shows: \(error) and \(same)")
            return streamInstead(input, first)
        }
        require(decoded == same, "the request before shows: \(decoded) and \(same)")
        checkBounds(decoded.query)
        compareWithLibrary(input, decoded)
        repeatAsClient(decoded)
        streamInstead(input, first)
    }

    /// The same request as the one field of a StreamEpisodes request.
    private static func streamInstead(
        _ input: UnsafeRawBufferPointer, _ list: Result<Decoded, EpisodeError>
    ) {
        var bytes: [UInt8] = []
        bytes.appendHead(1, byteCount: input.count)
        bytes.append(contentsOf: input)
        let stream = outcome { () throws(EpisodeError) in
            var query = EpisodeQuery()
            let options = try reused.decodeStream(bytes.span.bytes, into: &query)
            require((0...EpisodeQuery.pageSizeMaximum).contains(options.batchRowCount), "a batch")
            return Decoded(query, options.list)
        }
        switch (list, stream) {
        case (.success(let decoded), .success(let same)):
            require(decoded == same, "\(decoded) streams as \(same)")
        case (.success(let decoded), .failure(let error)):
            require(!decoded.query.facets.isEmpty, "a stream is refused: \(error)")
        case (.failure(let error), .failure(let same)):
            require(same.field.hasPrefix("request"), "\(same)")
            require(error.code == same.code && error.problem == same.problem, "\(error), \(same)")
        case (.failure(let error), .success): require(false, "streams in spite of \(error)")
        }
    }

    private static func decode(
        _ input: UnsafeRawBufferPointer, with decoder: RequestDecoder
    ) -> Result<Decoded, EpisodeError> {
        outcome { () throws(EpisodeError) in
            var query = EpisodeQuery()
            let options = try decoder.decodeList(RawSpan(_unsafeBytes: input), into: &query)
            return Decoded(query, options)
        }
    }

    private static func checkBounds(_ query: EpisodeQuery) {
        require(isText(query.text), "a query that is no text")
        require(query.text.count <= EpisodeQuery.textByteCountMaximum, "a long query")
        require((0...EpisodeQuery.pageSizeMaximum).contains(query.pageSize), "\(query.pageSize)")
        require(query.skip >= 0, "skip \(query.skip)")
        require((1...SortKey.countMaximum).contains(query.sort.count), "\(query.sort)")
        require(query.predicates.count <= Predicate.countMaximum, "many predicates")
        for list in [query.contentTypes, query.subscriptionTypes, query.features] {
            require(list.allSatisfy { isText($0) }, "a filter that is no text")
            require(Set(list.map(Array.init)).count == list.count, "a filter twice")
        }
        require(Set(query.domains).count == query.domains.count, "a domain twice")
        require(Set(query.ids).count == query.ids.count, "an id twice")
        require(Set(query.facets).count == query.facets.count, "a facet twice")
        if let cursor = query.cursor {
            require(cursor.keys.count <= SortKey.countMaximum + 1, "a long cursor")
            for case .text(let text) in cursor.keys { require(isText(text), "a cursor's text") }
        }
    }

    private static func compareWithLibrary(
        _ input: UnsafeRawBufferPointer, _ decoded: Decoded
    ) {
        let arena = MessageArena(byteCountMaximum: .max / 4)
        let unpacked = outcome { () throws(EpisodeError) in
            try arena.unpack(
                input, as: WireMessages.listRequest,
                fieldCountMaximum: WireReader.requestFieldCountMaximum)
        }
        guard case .success(let message) = unpacked else {
            return require(false, "protobuf-c refuses what was taken: \(unpacked)")
        }
        let query = decoded.query
        let fields = message.pointee
        let domains = Set(UnsafeBufferPointer(start: fields.domains, count: fields.n_domains))
        require(domains == Set(query.domains), "domains differ")
        let ids = Set(UnsafeBufferPointer(start: fields.ids, count: fields.n_ids))
        require(ids == Set(query.ids), "ids differ")
        let facets = UnsafeBufferPointer(start: fields.facets, count: fields.n_facets)
        require(
            Set(facets.map(\.rawValue)) == Set(query.facets.map { UInt32($0.rawValue) }),
            "facets differ")
        require(cBytes(fields.query).elementsEqual(query.text), "the query differs")
        require(fields.skip == query.skip, "skip differs")
        require((fields.skip_total_size != 0) == query.skipsTotal, "skip_total_size differs")
        require(fields.if_revision_not == decoded.ifRevisionNot, "if_revision_not differs")
        require(fields.min_revision == decoded.minRevision, "min_revision differs")
        let asked = fields.page_size == 0 ? EpisodeQuery.pageSizeDefault : Int(fields.page_size)
        require(min(asked, EpisodeQuery.pageSizeMaximum) == query.pageSize, "page_size differs")
        let texts = UnsafeBufferPointer(start: fields.features, count: fields.n_features)
        require(
            Set(texts.map { Array(cBytes($0!)) }) == Set(query.features.map(Array.init)),
            "features differ")
        withExtendedLifetime(arena) {}
    }

    private static func repeatAsClient(_ decoded: Decoded) {
        let bytes = MessageCoding.encode(request(decoded))
        let again = bytes.withUnsafeBytes { decode($0, with: reused) }
        guard case .success(let same) = again else {
            return require(false, "refused when said again: \(again)")
        }
        require(same == decoded, "\(decoded) became \(same)")
    }

    private static func request(_ decoded: Decoded) -> ListEpisodesRequest {
        let query = decoded.query
        var request = ListEpisodesRequest()
        request.domains = query.domains
        request.difficulties = query.difficulties
        request.query = String(decoding: query.text, as: UTF8.self)
        request.sort = query.sort.map(\.text).joined(separator: ",")
        request.pageSize = Int32(query.pageSize)
        if let cursor = query.cursor {
            let token = PageToken.encode(cursor, fingerprint: decoded.fingerprint)
            request.pageToken = String(decoding: token, as: UTF8.self)
        }
        request.contentTypes = query.contentTypes.strings
        request.subscriptionTypes = query.subscriptionTypes.strings
        request.features = query.features.strings
        request.predicates = query.predicates.map { predicate in
            .init(
                field: predicate.field.name, comparison: predicate.comparison,
                value: text(predicate.value), isExact: predicate.isExact)
        }
        request.facets = query.facets
        request.readMask = EpisodeField.allCases.filter { decoded.selection.contains($0) }
            .map(\.name)
        request.ids = query.ids
        request.skipTotalSize = query.skipsTotal
        request.ifRevisionNot = decoded.ifRevisionNot
        request.skip = Int32(query.skip)
        request.minRevision = decoded.minRevision
        return request
    }

    private static func text(_ value: Predicate.Value) -> String {
        switch value {
        case .none: ""
        case .text(let text): text
        case .integer(let number): "\(number)"
        case .real(let number): "\(number)"
        case .timestamp(let moment): "\(moment)"
        case .difficulty(let difficulty): difficulty.name
        }
    }
}
