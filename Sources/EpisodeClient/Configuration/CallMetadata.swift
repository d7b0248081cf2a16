internal import RPCCore

/// Names and values that go with a call, such as an identity or a trace: what HTTP calls headers.
///
/// They go to the server; ttrpc has none for the way back. A name may come more than once.
public struct CallMetadata: Sendable, ExpressibleByDictionaryLiteral {
    /// Pairs a call can carry.
    public static let countMaximum = 64
    /// Bytes of all names and values of a call.
    public static let byteCountMaximum = 8_000

    /// In the order they are sent.
    public private(set) var pairs: [(String, String)] = []

    public init() {}

    public init(dictionaryLiteral elements: (String, String)...) {
        for (name, value) in elements { add(name, value) }
    }

    /// Adds a pair; names are sent in lower case, as servers look them up so.
    public mutating func add(_ name: String, _ value: String) {
        pairs.append((name.lowercased(), value))
    }

    /// The values of a name, in order.
    public subscript(name: String) -> [String] {
        let wanted = name.lowercased()
        return pairs.filter { $0.0 == wanted }.map(\.1)
    }

    /// This and then `other`.
    func joined(_ other: CallMetadata) -> CallMetadata {
        if other.pairs.isEmpty { return self }
        var joined = self
        joined.pairs += other.pairs
        return joined
    }

    /// Names are as in gRPC: small letters, digits, `_`, `-` and `.`.
    /// - Throws: INVALID_ARGUMENT that names the pair.
    func check() throws(RPCError) {
        if pairs.isEmpty { return }
        var byteCount = 0
        for (name, value) in pairs {
            let isRight =
                !name.isEmpty
                && name.utf8.allSatisfy {
                    (0x61...0x7A).contains($0) || (0x30...0x39).contains($0)
                        || $0 == 0x5F || $0 == 0x2D || $0 == 0x2E
                }
            guard isRight else {
                throw RPCError(
                    .invalidArgument,
                    "metadata: \"\(name)\" is no name; small letters, digits, _, - and . are right")
            }
            byteCount += name.utf8.count + value.utf8.count + 8
        }
        guard pairs.count <= Self.countMaximum, byteCount <= Self.byteCountMaximum else {
            throw RPCError(
                .invalidArgument,
                "metadata: \(pairs.count) pairs of \(byteCount) bytes; at most "
                    + "\(Self.countMaximum) pairs and \(Self.byteCountMaximum) bytes can be sent")
        }
    }
}
