/// Reads the head of one HTTP/1.1 request, however it is cut: bytes in, the request out. The server
/// shows pages and nothing else, so it knows this one form of request: no body is read, and there is
/// no second request, because every answer ends the connection.
///
/// Source: RFC 9112 (HTTP/1.1), sections 2.2, 3 and 5; RFC 9110, section 5.6.2 (tokens).
public struct PageRequestReader: Hashable, Sendable {
    private enum Phase: Hashable {
        case requestLine
        case fieldLines
        case over
    }

    private var phase = Phase.requestLine
    /// The line so far, without its end.
    private var line: [UInt8] = []
    private var headByteCount = 0
    private var fieldCount = 0
    private var hostCount = 0
    private var requestLine: RequestLine?

    public init() {}

    /// Takes the bytes that came next.
    ///
    /// - Returns: the request when its head is whole, or when it is clear that it is wrong; nil while
    ///   more must come. Told once; what comes after it is of no interest.
    /// - Complexity: O(bytes), and memory for one line of bounded length.
    public mutating func take(_ bytes: some Sequence<UInt8>) -> PageRequest? {
        for byte in bytes where phase != .over {
            headByteCount += 1
            guard headByteCount <= PageLimits.headByteCountMaximum else {
                return finish(tooLong)
            }
            guard byte == UInt8(ascii: "\n") else {
                line.append(byte)
                if phase == .requestLine, line.count > PageLimits.requestLineByteCountMaximum {
                    return finish(tooLong)
                }
                continue
            }
            if let request = takeLine() { return request }
        }
        return nil
    }

    private var tooLong: PageRequest.Wish {
        phase == .requestLine
            ? .refused(
                .targetTooLong,
                reason: "the request line is over \(PageLimits.requestLineByteCountMaximum) bytes "
                    + "long")
            : .refused(
                .headTooLong,
                reason: "the request's head is over \(PageLimits.headByteCountMaximum) bytes long")
    }

    /// A line has come whole.
    private mutating func takeLine() -> PageRequest? {
        // A lone LF ends a line too (RFC 9112, section 2.2).
        if line.last == UInt8(ascii: "\r") { line.removeLast() }
        defer { line.removeAll(keepingCapacity: true) }
        switch phase {
        case .over: return nil
        case .requestLine:
            let parsed = RequestLine(line)
            requestLine = parsed
            if let fault = parsed.fault { return finish(fault) }
            phase = .fieldLines
        case .fieldLines where line.isEmpty:
            return finish(wish)
        case .fieldLines:
            fieldCount += 1
            guard fieldCount <= PageLimits.fieldCountMaximum else {
                return finish(
                    .refused(
                        .headTooLong,
                        reason: "the request has over \(PageLimits.fieldCountMaximum) header fields"
                    ))
            }
            guard let name = FieldLine.name(line) else {
                return finish(.refused(.badRequest, reason: "a header field is malformed"))
            }
            if name == FieldLine.host { hostCount += 1 }
        }
        return nil
    }

    /// What a whole head asks for.
    private var wish: PageRequest.Wish {
        guard let requestLine else {
            return .refused(.badRequest, reason: "there is no request line")
        }
        guard hostCount == 1 || hostCount == 0 && !requestLine.needsHost else {
            return .refused(.badRequest, reason: "an HTTP/1.1 request has one Host field")
        }
        return requestLine.wish
    }

    private mutating func finish(_ wish: PageRequest.Wish) -> PageRequest {
        phase = .over
        return PageRequest(wish: wish, wantsHeadOnly: requestLine?.isHead ?? false)
    }
}
