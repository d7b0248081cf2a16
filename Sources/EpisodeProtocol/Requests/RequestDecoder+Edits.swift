internal import CEpisodesProto
public import EpisodeModel

/// Rows and domains of one UpsertEpisodes.
public struct UpsertRequest: Sendable {
    /// Each id once, every row valid.
    public var episodes: [Episode] = []
    /// Each id once.
    public var domains: [Domain] = []

    public init() {}
}

// The requests that change the catalogue. Their rows are unpacked one at a time, so that a request
// of 4 MiB takes the memory of its values and of one row, however its fields multiply in memory.
extension RequestDecoder {
    /// Fields of one request, those of its rows counted too; one row may have as many as any other
    /// message.
    static let upsertFieldCountMaximum = 1_048_576

    /// - Throws: the first fault, its field such as `episodes[3].name`.
    /// - Complexity: O(bytes).
    public func decodeUpsert(
        _ payload: borrowing RawSpan
    ) throws(EpisodeError) -> UpsertRequest {
        unsafe try payload.withUnsafeBytes { (bytes) throws(EpisodeError) in
            var request = UpsertRequest()
            var episodePlaces: [UInt64: Int] = [:]
            var domainPlaces: [UInt32: Int] = [:]
            var fieldsLeft = Self.upsertFieldCountMaximum
            var reader = unsafe WireReader(bytes)
            while let field = try reader.next(fieldsLeft: &fieldsLeft) {
                switch field.number {
                case 1:
                    let place = "episodes[\(request.episodes.count)]"
                    guard field.type == .bytes else { throw .wrongType(place, field.type) }
                    let episode = unsafe try element(
                        field.bytes, WireMessages.episode, at: place, &fieldsLeft
                    ) { (message) throws(EpisodeError) in unsafe try Self.episode(message) }
                    if let first = episodePlaces.updateValue(
                        request.episodes.count, forKey: episode.id)
                    {
                        throw .invalid(
                            place + ".id", "\(episode.id) is also the id of episodes[\(first)]",
                            "send each episode once")
                    }
                    request.episodes.append(episode)
                case 2:
                    let place = "domains[\(request.domains.count)]"
                    guard field.type == .bytes else { throw .wrongType(place, field.type) }
                    let domain = unsafe try element(
                        field.bytes, WireMessages.domain, at: place, &fieldsLeft
                    ) { (message) throws(EpisodeError) in
                        let domain = unsafe MessageValues.domain(message)
                        try domain.validate()
                        return domain
                    }
                    if let first = domainPlaces.updateValue(
                        request.domains.count, forKey: domain.id)
                    {
                        throw .invalid(
                            place + ".id", "\(domain.id) is also the id of domains[\(first)]",
                            "send each domain once")
                    }
                    request.domains.append(domain)
                default: continue
                }
            }
            return request
        }
    }

    /// The ids to delete, each once, in the order of first mention.
    public func decodeDelete(_ payload: borrowing RawSpan) throws(EpisodeError) -> [UInt64] {
        unsafe try unpacking(
            payload, WireMessages.deleteRequest, fieldCountMaximum: Self.upsertFieldCountMaximum
        ) { (message) throws(EpisodeError) in
            var seen = Set<UInt64>(minimumCapacity: unsafe message.n_ids)
            var ids: [UInt64] = []
            for index in 0..<(unsafe message.n_ids) {
                let id = unsafe message.ids[index]
                if seen.insert(id).inserted { ids.append(id) }
            }
            return ids
        }
    }

    public func decodeWatchCatalog(_ payload: borrowing RawSpan) throws(EpisodeError) {
        unsafe try unpacking(payload, WireMessages.watchRequest) { (_) throws(EpisodeError) in }
    }

    /// Unpacks one element of a repeated message; its faults are named with its place.
    private func element<Message, Value>(
        _ bytes: UnsafeRawBufferPointer, _ type: MessageType<Message>, at place: String,
        _ fieldsLeft: inout Int, _ body: (Message) throws(EpisodeError) -> Value
    ) throws(EpisodeError) -> Value {
        let most = min(fieldsLeft, WireReader.requestFieldCountMaximum)
        var own = most
        defer {
            fieldsLeft -= most - own
            arena.reset()
        }
        do throws(EpisodeError) {
            let message = unsafe try arena.unpack(bytes, as: type, fieldsLeft: &own)
            return unsafe try body(message.pointee)
        } catch {
            throw EpisodeError(
                code: error.code, field: error.field.isEmpty ? place : place + "." + error.field,
                problem: error.problem, remedy: error.remedy)
        }
    }

    /// A row as the catalogue keeps it, checked.
    private static func episode(_ message: Episodes__V1__Episode) throws(EpisodeError) -> Episode {
        let number = unsafe Int32(bitPattern: message.difficulty.rawValue)
        guard (0...Int32(Difficulty.allLevels.rawValue)).contains(number) else {
            throw .invalid(
                "difficulty", "\(number) is no Difficulty",
                "use 1 BEGINNER, 2 INTERMEDIATE, 3 ADVANCED or 4 ALL_LEVELS; 0 is 4")
        }
        var episode = unsafe try MessageValues.episode(message)
        episode.domains = Set(episode.domains).sorted()
        // By bytes: strings are equal already when they are canonically equivalent.
        var seen = Set<[UInt8]>()
        episode.features = episode.features.filter { seen.insert(Array($0.utf8)).inserted }
        try episode.validate()
        return episode
    }
}
