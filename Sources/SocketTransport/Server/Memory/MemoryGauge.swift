internal import Synchronization

/// What all connections of a server hold in buffers, and what follows when it is much.
///
/// Only taking, growing and freeing memory is counted, so a server in its steady state counts
/// nothing. Two levels keep the sum near the maximum whatever clients do:
///
/// - Above the maximum (`isOver`) nothing large is taken on: connections that hold more than their
///   share are not read, long frames that have not come whole are refused, streams wait until their
///   client has taken everything, and replies are kept short. Clients that read what they ask for
///   notice little.
/// - A quarter above it (`isFarOver`) the connections that hold most are closed.
final class MemoryGauge: Sendable {
    /// A frame, or what is left of replies, up to this length is never refused.
    static let smallByteCount = 16_384
    /// Longest reply while memory is short.
    static let shortReplyByteCount = 262_144
    /// Smallest share of a connection before it is not read.
    static let shareMinimum = 65_536

    let byteCountMaximum: Int
    private let used = Atomic(0)

    init(byteCountMaximum: Int) { self.byteCountMaximum = max(byteCountMaximum, 1) }

    func add(_ byteCount: Int) { used.add(byteCount, ordering: .relaxed) }
    func subtract(_ byteCount: Int) { used.subtract(byteCount, ordering: .relaxed) }

    var byteCount: Int { used.load(ordering: .relaxed) }
    var isOver: Bool { byteCount > byteCountMaximum }
    var isFarOver: Bool { byteCount - byteCountMaximum > byteCountMaximum / 4 }

    /// Unsent bytes that a connection may hold while memory is short and so many are open.
    func share(ofConnections count: Int) -> Int {
        max(Self.shareMinimum, byteCountMaximum / max(count, 1))
    }
}
