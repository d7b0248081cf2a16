/// Replies by the bytes of their requests, for one event loop and one snapshot.
///
/// A request's bytes decide its reply as long as the snapshot stays, so nothing need be understood
/// to answer it again. A reply is kept when its request comes the second time: requests that come
/// once, most of those that page through a catalogue, cost a hash and no memory.
///
/// Two places for each hash, the one used last in front; when the bytes reach their bound, a hand
/// that goes around the table makes room.
@safe public final class ReplyCache {
    /// Longer requests and replies are not kept.
    public static let requestByteCountMaximum = 1_024
    public static let replyByteCountMaximum = 65_536
    /// What a reply takes beside its own bytes and those of its request, counted against the bound.
    static let entryByteCount = 64

    /// One block of memory: the request, then the reply.
    @safe private struct Entry: BitwiseCopyable {
        let hash: UInt64
        let block: UnsafeMutableRawPointer
        let requestByteCount: Int
        let replyByteCount: Int

        var byteCount: Int { requestByteCount + replyByteCount + ReplyCache.entryByteCount }
    }

    private struct Pair: BitwiseCopyable {
        var first: Entry?
        var second: Entry?
    }

    /// The upper halves of the hashes of one place, so that a request that is not kept, which all
    /// are on some servers, is told apart by one look at little memory. 0 where there is none.
    private struct Tags: BitwiseCopyable {
        var first: UInt32 = 0
        var second: UInt32 = 0
        /// Of the last request that was not found here.
        var missed: UInt32 = 0
    }

    /// The bound, in bytes; the table beside it takes less than a fiftieth of that, at least 8 KiB.
    public let byteCountMaximum: Int
    /// Bytes of everything that is kept.
    public private(set) var byteCount = 0
    /// Replies that are kept.
    public private(set) var count = 0
    public private(set) var hitCount = 0
    public private(set) var missCount = 0
    private let pairs: UnsafeMutablePointer<Pair>
    private let tags: UnsafeMutablePointer<Tags>
    private let pairMask: Int
    private var hand = 0
    /// Of the request that was last not found.
    private var missedHash: UInt64 = 0

    /// - Parameter byteCountMaximum: taken as 0 when negative; then nothing is ever kept.
    public init(byteCountMaximum: Int) {
        self.byteCountMaximum = max(byteCountMaximum, 0)
        var pairCount = 64
        while pairCount < 65_536, pairCount * 8_192 < byteCountMaximum { pairCount *= 2 }
        pairMask = pairCount - 1
        unsafe pairs = .allocate(capacity: pairCount)
        unsafe pairs.initialize(repeating: Pair(), count: pairCount)
        unsafe tags = .allocate(capacity: pairCount)
        unsafe tags.initialize(repeating: Tags(), count: pairCount)
    }

    deinit {
        removeAll()
        unsafe pairs.deallocate()
        unsafe tags.deallocate()
    }

    /// Copies the reply to `request` to where `open` says; false when it is not kept or `open`
    /// refuses by nil.
    ///
    /// - Parameter open: gets the reply's length and answers so many bytes of memory.
    /// - Complexity: O(bytes), no allocation.
    @unsafe public func answer(
        _ request: borrowing RawSpan, open: (Int) -> UnsafeMutableRawBufferPointer?
    ) -> Bool {
        guard request.byteCount <= Self.requestByteCountMaximum, byteCountMaximum > 0 else {
            return false
        }
        let found = unsafe request.withUnsafeBytes { bytes in
            missedHash = unsafe StableHash.of(bytes)
            return unsafe find(bytes, missedHash)
        }
        guard let entry = found else {
            missCount &+= 1
            return false
        }
        guard let target = unsafe open(entry.replyByteCount) else { return false }
        hitCount &+= 1
        unsafe target.copyMemory(
            from: UnsafeRawBufferPointer(
                start: entry.block + entry.requestByteCount, count: entry.replyByteCount))
        return true
    }

    /// Keeps the encoder's reply for the next time, if `request` came before and both are short
    /// enough.
    ///
    /// - Precondition: `answer` was asked for this request last, and had no reply.
    public func keep(_ encoder: ReplyEncoder, for request: borrowing RawSpan) {
        guard request.byteCount <= Self.requestByteCountMaximum,
            encoder.byteCount <= Self.replyByteCountMaximum, encoder.byteCount > 0
        else { return }
        let hash = missedHash
        let place = Int(truncatingIfNeeded: hash) & pairMask
        guard unsafe tags[place].missed == Self.tag(hash) else {
            return unsafe tags[place].missed = Self.tag(hash)
        }
        unsafe request.withUnsafeBytes { bytes in
            let needed = bytes.count + encoder.byteCount + Self.entryByteCount
            guard unsafe find(bytes, hash) == nil, makeRoom(needed) else { return }
            let block = UnsafeMutableRawBufferPointer.allocate(
                byteCount: bytes.count + encoder.byteCount, alignment: 16)
            guard let base = block.baseAddress else { return }
            unsafe block.copyMemory(from: bytes)
            unsafe encoder.write(
                into: UnsafeMutableRawBufferPointer(rebasing: block[bytes.count...]))
            unsafe drop(pairs[place].second)
            unsafe pairs[place].second = pairs[place].first
            unsafe pairs[place].first = Entry(
                hash: hash, block: base, requestByteCount: bytes.count,
                replyByteCount: encoder.byteCount)
            unsafe tags[place].second = tags[place].first
            unsafe tags[place].first = Self.tag(hash)
            byteCount += needed
            count += 1
        }
    }

    /// Forgets every reply: the snapshot has changed.
    public func removeAll() {
        for place in 0...pairMask {
            unsafe drop(pairs[place].first)
            unsafe drop(pairs[place].second)
            unsafe pairs[place] = Pair()
            unsafe tags[place] = Tags()
        }
    }

    private static func tag(_ hash: UInt64) -> UInt32 { UInt32(hash >> 32) | 1 }

    private func find(_ request: UnsafeRawBufferPointer, _ hash: UInt64) -> Entry? {
        let place = Int(truncatingIfNeeded: hash) & pairMask
        let tag = Self.tag(hash)
        guard unsafe tags[place].first == tag || tags[place].second == tag else { return nil }
        let pair = unsafe pairs[place]
        if let entry = pair.first, unsafe Self.isFor(request, hash, entry) {
            return entry
        }
        if let entry = pair.second, unsafe Self.isFor(request, hash, entry) {
            unsafe pairs[place].first = entry
            unsafe pairs[place].second = pair.first
            unsafe swap(&tags[place].first, &tags[place].second)
            return entry
        }
        return nil
    }

    private static func isFor(
        _ request: UnsafeRawBufferPointer, _ hash: UInt64, _ entry: Entry
    ) -> Bool {
        guard entry.hash == hash, entry.requestByteCount == request.count else {
            return false
        }
        let kept = unsafe UnsafeRawBufferPointer(start: entry.block, count: request.count)
        return unsafe kept.elementsEqual(request)
    }

    private func makeRoom(_ needed: Int) -> Bool {
        guard needed <= byteCountMaximum else { return false }
        while byteCount + needed > byteCountMaximum {
            unsafe drop(pairs[hand].first)
            unsafe drop(pairs[hand].second)
            unsafe pairs[hand].first = nil
            unsafe pairs[hand].second = nil
            unsafe (tags[hand].first, tags[hand].second) = (0, 0)
            hand = (hand + 1) & pairMask
        }
        return true
    }

    private func drop(_ entry: Entry?) {
        guard let entry = entry else { return }
        unsafe entry.block.deallocate()
        byteCount -= entry.byteCount
        count -= 1
    }
}
