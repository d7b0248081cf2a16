/// One kind of request in a load: a method, its encoded message and how often it is sent.
public struct MixEntry: Hashable, Sendable {
    /// Full service name, such as `episodes.v1.EpisodeService`.
    public var service: String
    public var method: String
    public var payload: [UInt8]
    /// Relative to the others; above 0.
    public var weight: Double
    /// The method answers with a stream; the call is over with the last message.
    public var isStream: Bool

    public init(
        service: String, method: String, payload: [UInt8], weight: Double = 1,
        isStream: Bool = false
    ) {
        self.service = service
        self.method = method
        self.payload = payload
        self.weight = weight
        self.isStream = isStream
    }
}

/// What is sent, each kind as often as its weight says.
public struct RequestMix: Hashable, Sendable {
    public static let entryCountMaximum = 1_000_000
    public static let payloadByteCountMaximum = 268_435_456

    public let entries: [MixEntry]

    /// Nil when there is no entry, too much of them or a weight that is none.
    public init?(_ entries: [MixEntry]) {
        guard !entries.isEmpty, entries.count <= Self.entryCountMaximum,
            entries.allSatisfy({ $0.weight > 0 }),
            entries.reduce(0, { $0 + $1.weight }).isFinite,
            entries.reduce(0, { $0 + $1.payload.count }) <= Self.payloadByteCountMaximum
        else { return nil }
        self.entries = entries
    }
}

/// Picks entries of a mix at random by their weights, each in the same short time. Walker's alias
/// method in Vose's form.
public struct MixSampler: Sendable {
    private let thresholds: [Double]
    private let aliases: [Int]
    private var random: LoadRandom

    public init(_ mix: RequestMix, seed: UInt64) {
        self.init(weights: mix.entries.map(\.weight), seed: seed)
    }

    /// - Precondition: there is a weight, and all are above 0.
    public init(weights: [Double], seed: UInt64) {
        // Not the numbers that arrivals are made from.
        random = LoadRandom(seed: seed ^ 0x6D69_785F_7069_636B)
        let total = weights.reduce(0, +)
        var shares = weights.map { $0 / total * Double(weights.count) }
        var aliases = Array(weights.indices)
        var thresholds = [Double](repeating: 1, count: weights.count)
        var small = shares.indices.filter { shares[$0] < 1 }
        var large = shares.indices.filter { shares[$0] >= 1 }
        while let low = small.popLast(), let high = large.last {
            thresholds[low] = shares[low]
            aliases[low] = high
            shares[high] -= 1 - shares[low]
            if shares[high] < 1 {
                large.removeLast()
                small.append(high)
            }
        }
        self.thresholds = thresholds
        self.aliases = aliases
    }

    /// The place of the next entry.
    /// - Complexity: O(1).
    public mutating func next() -> Int {
        guard thresholds.count > 1 else { return 0 }
        let place = Int(random.next().multipliedFullWidth(by: UInt64(thresholds.count)).high)
        return random.unit() < thresholds[place] ? place : aliases[place]
    }
}
