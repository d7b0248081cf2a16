/// Counts lines that end with LF, CRLF or CR, also when a chunk ends between CR and LF.
struct LineCounter {
    /// The line of the next byte, from 1.
    private(set) var line = 1
    private var followsCarriageReturn = false

    private static let lineFeed = UInt8(ascii: "\n")
    private static let carriageReturn = UInt8(ascii: "\r")

    /// Goes on over the bytes that follow those counted so far.
    ///
    /// - Complexity: O(bytes).
    mutating func advance(over bytes: Span<UInt8>) {
        guard !bytes.isEmpty else { return }
        let lineFeeds = ByteSearch.count(of: Self.lineFeed, in: bytes)
        let carriageReturns = ByteSearch.count(of: Self.carriageReturn, in: bytes)
        line += lineFeeds + carriageReturns
        if followsCarriageReturn && bytes[0] == Self.lineFeed { line -= 1 }
        if carriageReturns > 0 { line -= Self.pairCount(in: bytes) }
        followsCarriageReturn = bytes[bytes.count - 1] == Self.carriageReturn
    }

    private static func pairCount(in bytes: Span<UInt8>) -> Int {
        var count = 0
        for index in 1..<max(bytes.count, 1)
        where bytes[index] == lineFeed && bytes[index - 1] == carriageReturn {
            count += 1
        }
        return count
    }
}
