public import EpisodeModel

/// Takes rows and domains as they are read, so that a file is never held as a whole.
public protocol CatalogConsumer: AnyObject {
    /// Takes one row, already validated.
    ///
    /// - Throws: when the row cannot be taken, such as for an id that was there before; the reader
    ///   reports it with the row's place.
    func receive(_ episode: Episode, at position: RowPosition) throws(EpisodeError)
    /// Takes one domain. They come before, between or after the rows.
    func receive(_ domain: Domain) throws(EpisodeError)
    /// Learns of a bad row that was left out.
    func skip(_ fault: CatalogFault)
    /// Whether reading on would be in vain; looked at after a fault.
    var hasGivenUp: Bool { get }
    /// Learns how far reading is, about every quarter of a megabyte.
    func advance(toByte readByteCount: Int64)
}

extension CatalogConsumer {
    public var hasGivenUp: Bool { false }
    public func skip(_ fault: CatalogFault) {}
    public func advance(toByte readByteCount: Int64) {}
}

/// A catalogue held as a whole; for small files and tests.
public struct Catalog: Hashable, Sendable {
    public var episodes: [Episode] = []
    public var domains: [Domain] = []

    public init() {}
}

/// Gathers everything into a `Catalog`.
public final class CatalogCollector: CatalogConsumer {
    public private(set) var catalog = Catalog()
    /// The place of each episode, in the same order.
    public private(set) var positions: [RowPosition] = []

    public init() {}

    public func receive(_ episode: Episode, at position: RowPosition) {
        catalog.episodes.append(episode)
        positions.append(position)
    }

    public func receive(_ domain: Domain) { catalog.domains.append(domain) }
}
