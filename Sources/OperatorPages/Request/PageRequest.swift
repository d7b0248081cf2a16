/// A request for a page, as far as it could be understood.
public struct PageRequest: Hashable, Sendable {
    public enum Wish: Hashable, Sendable {
        case page(Page)
        /// Answered with a status that says what is wrong, and words for people.
        case refused(PageStatus, reason: String)
    }

    public var wish: Wish
    /// The client wants the head of the answer alone.
    public var wantsHeadOnly: Bool

    public init(wish: Wish, wantsHeadOnly: Bool = false) {
        self.wish = wish
        self.wantsHeadOnly = wantsHeadOnly
    }
}

/// The statuses of answers. Source: RFC 9110, section 15.
public enum PageStatus: Int, CaseIterable, Hashable, Sendable {
    case ok = 200
    case badRequest = 400
    case notFound = 404
    case methodNotAllowed = 405
    case targetTooLong = 414
    case headTooLong = 431
    case unavailable = 503
    case versionNotSupported = 505

    var reasonPhrase: String {
        switch self {
        case .ok: "OK"
        case .badRequest: "Bad Request"
        case .notFound: "Not Found"
        case .methodNotAllowed: "Method Not Allowed"
        case .targetTooLong: "URI Too Long"
        case .headTooLong: "Request Header Fields Too Large"
        case .unavailable: "Service Unavailable"
        case .versionNotSupported: "HTTP Version Not Supported"
        }
    }
}
