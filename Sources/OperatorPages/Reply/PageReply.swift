/// A page as it goes out.
public struct PageReply: Hashable, Sendable {
    public var status: PageStatus
    public var contentType: String
    public var body: [UInt8]

    public static let plainText = "text/plain; charset=utf-8"
    public static let json = "application/json"

    public init(status: PageStatus = .ok, contentType: String = plainText, body: [UInt8]) {
        self.status = status
        self.contentType = contentType
        self.body = body
    }

    /// A line of words.
    public init(status: PageStatus = .ok, words: String) {
        self.init(status: status, body: Array((words + "\n").utf8))
    }

    /// The bytes of the answer, which is the only one on its connection.
    ///
    /// - Parameters:
    ///   - headOnly: leave the body out, as HEAD wants; its length is told anyway.
    ///   - date: seconds since 1970.
    public func encoded(headOnly: Bool, secondsSinceEpoch date: Int64) -> [UInt8] {
        var head = "HTTP/1.1 \(status.rawValue) \(status.reasonPhrase)\r\n"
        head += "Date: \(HTTPDate.text(secondsSinceEpoch: date))\r\n"
        head += "Content-Type: \(contentType)\r\n"
        head += "Content-Length: \(body.count)\r\n"
        if status == .methodNotAllowed { head += "Allow: GET, HEAD\r\n" }
        head += "Cache-Control: no-store\r\nConnection: close\r\n\r\n"
        return Array(head.utf8) + (headOnly ? [] : body)
    }
}
