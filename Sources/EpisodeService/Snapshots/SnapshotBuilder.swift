internal import EpisodeIndex
public import EpisodeModel
internal import EpisodeProtocol

/// Collects the rows of a catalogue one by one and turns them into a snapshot.
///
/// A row is encoded and indexed when it arrives and not kept otherwise.
public final class SnapshotBuilder {
    private let index = IndexBuilder()
    private let rows = EncodedRowsBuilder()
    private var domains: [UInt32: Domain] = [:]
    private var domainByteCount = 0
    private var places: [UInt64: Place] = [:]
    private var streamURLs: [UInt32: String] = [:]

    /// Where an id was seen first.
    private struct Place {
        let insertionNumber: Int
        let description: String
    }

    /// Finds out what differs from a snapshot that is served; nil when nobody wants to know, or
    /// when too much differs.
    private var comparison: SnapshotComparison?

    private let now: () -> ContinuousClock.Instant
    private let start: ContinuousClock.Instant
    private let onProgress: (BuildProgress) -> Void
    private var meter: BuildProgressMeter

    /// - Parameters:
    ///   - now: the clock that progress is measured by.
    ///   - onProgress: called every few seconds while rows are added, and when `finish` begins;
    ///     never in the first two seconds. Called on the thread that builds.
    public init(
        now: @escaping () -> ContinuousClock.Instant = { ContinuousClock.now },
        onProgress: @escaping (BuildProgress) -> Void = { _ in }
    ) {
        self.now = now
        self.onProgress = onProgress
        start = now()
        meter = BuildProgressMeter(start: start)
    }

    /// Also finds the rows that differ from those of `served`, for `changedSnapshot`.
    public convenience init(
        comparingWith served: CatalogSnapshot,
        onProgress: @escaping (BuildProgress) -> Void = { _ in }
    ) {
        self.init(onProgress: onProgress)
        comparison = SnapshotComparison(with: served)
    }

    /// Rows so far, each id once.
    public var count: Int { index.count }

    /// Adds a row. The same id with the same content again changes nothing.
    ///
    /// - Parameter place: where the row stands, such as `line 12`, for messages.
    /// - Throws: when the id was there with other content, naming both places; when the row is too
    ///   large to encode; when there are more rows than the engine numbers.
    public func add(_ episode: Episode, at place: String) throws(EpisodeError) {
        guard count < CatalogLimits.rowCountMaximum else {
            throw EpisodeError(
                code: .resourceExhausted, field: "",
                problem: "the catalogue has over \(CatalogLimits.rowCountMaximum) rows",
                remedy: "split it")
        }
        try rows.append(episode)
        if let first = places[episode.id] {
            let isSame = rows.lastRowEquals(row: first.insertionNumber)
            rows.removeLast()
            guard isSame else {
                throw .invalid(
                    "id", "\(episode.id) was used by another row at \(first.description)",
                    "give each row an id of its own or remove one of the two")
            }
            return
        }
        places[episode.id] = Place(insertionNumber: count, description: place)
        if let comparison, !comparison.notice(episode, rows) { self.comparison = nil }
        addToIndex(episode)
    }

    /// Adds a row of an id that no other has.
    func addUnique(_ episode: Episode) throws(EpisodeError) {
        try rows.append(episode)
        addToIndex(episode)
    }

    private func addToIndex(_ episode: Episode) {
        if !episode.streamURL.isEmpty { streamURLs[UInt32(count)] = episode.streamURL }
        index.add(episode)
        if let progress = meter.reading(count, now: now) { onProgress(progress) }
    }

    /// Adds a domain; a later one with the same id replaces it. Domains beyond
    /// `CatalogLimits.domainsByteCountMaximum` are refused.
    public func add(_ domain: Domain) throws(EpisodeError) {
        guard domain.id != 0 else { throw .invalid("domains.id", "is 0", "give a number from 1") }
        let before = domains.updateValue(domain, forKey: domain.id)
        domainByteCount += domain.byteCount - (before?.byteCount ?? 0)
        guard domainByteCount <= CatalogLimits.domainsByteCountMaximum else {
            throw .domainsTooLong
        }
    }

    /// Ends building. The builder is empty of use afterwards.
    ///
    /// - Complexity: O(text) for the index and O(rows log rows) for its orders.
    public func finish(revision: UInt64, loadedAt: Timestamp?, source: String) -> CatalogSnapshot {
        finish(domains: orderedDomains, revision: revision, loadedAt: loadedAt, source: source)
    }

    func finish(
        domains: [Domain], revision: UInt64, loadedAt: Timestamp?, source: String
    ) -> CatalogSnapshot {
        if let progress = meter.indexing(count, now: now()) { onProgress(progress) }
        let finished = index.finish()
        var urls: [UInt32: String] = [:]
        for (row, insertion) in finished.insertionNumbers.enumerated() {
            if let url = streamURLs[insertion] { urls[UInt32(row)] = url }
        }
        let base = SnapshotBase(
            index: finished, rows: rows.finish(order: finished.insertionNumbers), streamURLs: urls)
        return CatalogSnapshot(
            base, SnapshotChanges(), domains: domains, revision: revision,
            loadedAt: loadedAt, source: source, builtIn: now() - start)
    }

    /// The catalogue built so far as changes to the served snapshot; nil when none was given to
    /// compare with or too much differs. Building can end as usual afterwards.
    ///
    /// - Complexity: O(rows of the served snapshot) plus that of `CatalogSnapshot.applying`.
    public func changedSnapshot(
        revision: UInt64, loadedAt: Timestamp?, source: String
    ) -> CatalogSnapshot? {
        guard let comparison, var edit = comparison.edit() else { return nil }
        edit.domains = orderedDomains
        return try? comparison.served.applying(
            edit, revision: revision, loadedAt: loadedAt, source: source
        ).snapshot
    }

    private var orderedDomains: [Domain] { domains.values.inListOrder }
}
