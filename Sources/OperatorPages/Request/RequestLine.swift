/// The first line of a request: `GET /metrics HTTP/1.1`.
struct RequestLine: Hashable {
    let isHead: Bool
    /// Only the older version goes without a Host field.
    let needsHost: Bool
    /// What it asks for.
    let wish: PageRequest.Wish
    /// What is wrong with it that makes further lines meaningless; nil when they are to be read.
    var fault: PageRequest.Wish? {
        guard case .refused(let status, _) = wish else { return nil }
        return status == .badRequest || status == .versionNotSupported ? wish : nil
    }

    /// Letters of a method that is looked at; real ones have at most 17.
    private static let methodByteCountMaximum = 32

    init(_ line: [UInt8]) {
        let parts = line.split(
            separator: UInt8(ascii: " "), maxSplits: 3, omittingEmptySubsequences: false)
        let version = parts.count == 3 ? Version(parts[2]) : .malformed
        isHead = parts[0].elementsEqual("HEAD".utf8)
        needsHost = version != .older
        switch version {
        case .malformed: wish = Self.malformed
        case .other:
            wish = .refused(
                .versionNotSupported, reason: "only HTTP/1.1 and HTTP/1.0 are spoken here")
        case .older, .newer: wish = Self.wish(parts[0], parts[1])
        }
    }

    private static let malformed = PageRequest.Wish.refused(
        .badRequest, reason: "the request line is not METHOD PATH HTTP/1.1")

    private static func wish(
        _ method: ArraySlice<UInt8>, _ target: ArraySlice<UInt8>
    ) -> PageRequest.Wish {
        guard FieldLine.isToken(method), method.count <= methodByteCountMaximum else {
            return malformed
        }
        guard let path = path(target) else {
            return .refused(.badRequest, reason: "the request's target is no path")
        }
        guard let page = Page.allCases.first(where: { path.elementsEqual($0.rawValue.utf8) })
        else {
            let pages = Page.allCases.map(\.rawValue).joined(separator: ", ")
            return .refused(.notFound, reason: "there is no such page; there are \(pages)")
        }
        guard method.elementsEqual("GET".utf8) || method.elementsEqual("HEAD".utf8) else {
            return .refused(
                .methodNotAllowed, reason: "pages can only be read: use GET or HEAD")
        }
        return .page(page)
    }

    private enum Version {
        case newer, older, other, malformed

        init(_ text: ArraySlice<UInt8>) {
            let start = Array("HTTP/".utf8)
            let digits = Array(text.dropFirst(start.count))
            let isForm =
                text.starts(with: start) && digits.count == 3 && Self.isDigit(digits[0])
                && digits[1] == UInt8(ascii: ".") && Self.isDigit(digits[2])
            if !isForm {
                self = .malformed
            } else if digits[0] != UInt8(ascii: "1") {
                self = .other
            } else {
                self = digits[2] == UInt8(ascii: "0") ? .older : .newer
            }
        }

        private static func isDigit(_ byte: UInt8) -> Bool {
            (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
        }
    }

    /// The path of a target, in the forms `/path?query` and `http://host/path` (RFC 9112, section
    /// 3.2); nil for others. Nothing in it is decoded: no page has a name that needs it.
    private static func path(_ target: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
        guard target.allSatisfy({ (0x21...0x7E).contains($0) }) else { return nil }
        var rest = target
        let scheme = Array("http://".utf8)
        if rest.count > scheme.count, rest.prefix(scheme.count).lowercased == scheme {
            rest = rest.dropFirst(scheme.count)
            rest = rest[(rest.firstIndex(of: UInt8(ascii: "/")) ?? rest.endIndex)...]
        }
        guard rest.first == UInt8(ascii: "/") else { return nil }
        return rest.prefix { $0 != UInt8(ascii: "?") }
    }
}
