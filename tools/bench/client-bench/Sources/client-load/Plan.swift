/// What is asked, and how.
struct Plan: Sendable {
    /// Which task executor the callers prefer.
    enum Threads: String {
        /// The client's own event loop.
        case loop
        /// Swift's own, as a program gets it that asks for nothing.
        case global
    }

    /// What becomes of replies.
    enum Replies: String {
        /// Taken as bytes.
        case bytes
        /// Made into values.
        case values
    }

    var address: String
    var connectionCount: Int
    var inFlight: Int
    var seconds: Double
    var requests: [[UInt8]]
    var threads: Threads
    var replies: Replies

    static let usage = """
        usage: client-load ADDRESS CONNECTIONS IN_FLIGHT SECONDS loop|global bytes|values
        Standard input: a line 'WEIGHT HEX' for each ListEpisodesRequest; they take turns.
        IN_FLIGHT: calls on each connection.
        Prints one line of JSON. Any answer that is an error or of another length ends it.

        """

    init?(_ words: [String]) {
        guard words.count == 6, let connections = Int(words[1]), let inFlight = Int(words[2]),
            let seconds = Double(words[3]), let threads = Threads(rawValue: words[4]),
            let replies = Replies(rawValue: words[5]), (1...1_000).contains(connections),
            (1...10_000).contains(inFlight), seconds > 0, seconds < 1_000
        else { return nil }
        let requests = Self.read()
        guard !requests.isEmpty else { return nil }
        address = words[0]
        connectionCount = connections
        self.inFlight = inFlight
        self.seconds = seconds
        self.requests = requests
        self.threads = threads
        self.replies = replies
    }

    private static func read() -> [[UInt8]] {
        var requests: [[UInt8]] = []
        while let line = readLine() {
            let words = line.split(separator: " ")
            guard words.count == 2, let bytes = bytes(ofHex: words[1]) else { return [] }
            requests.append(bytes)
        }
        return requests
    }

    private static func bytes(ofHex text: Substring) -> [UInt8]? {
        let digits = text.compactMap(\.hexDigitValue)
        guard digits.count == text.count, digits.count.isMultiple(of: 2) else { return nil }
        return stride(from: 0, to: digits.count, by: 2).map {
            UInt8(digits[$0] << 4 | digits[$0 + 1])
        }
    }
}
