internal import RPCCore

extension ServerRules {
    /// Bytes of a name that an error message repeats.
    private static let shownByteCountMaximum = 100

    /// The method an envelope names.
    borrowing func method(
        _ envelope: RequestEnvelope, in bytes: borrowing RawSpan
    ) throws(RPCError) -> MethodID {
        guard !envelope.service.isEmpty else { throw .envelope("service", "is missing") }
        guard !envelope.method.isEmpty else { throw .envelope("method", "is missing") }
        let service = bytes.extracting(envelope.service)
        let name = bytes.extracting(envelope.method)
        switch methods.find(service: service, method: name) {
        case .found(let id): return id
        case .unknownMethod:
            throw RPCError(
                .unimplemented, "unknown method \(Self.shown(envelope.method, in: bytes))")
        case .unknownService:
            throw RPCError(
                .unimplemented, "unknown service \(Self.shown(envelope.service, in: bytes))")
        }
    }

    /// When a call that came at `arrival` ends: 0 asks for the default, more than the longest
    /// deadline gets the longest, a negative timeout has passed already.
    ///
    /// A stream that asks for none gets the longest: it lasts as long as its client reads, and the
    /// Go client can ask for nothing.
    borrowing func deadline(
        _ timeoutNanoseconds: Int64, of method: MethodID, from arrival: MonotonicTime
    ) -> MonotonicTime {
        let kind = methods.kind(method)
        let longestMilliseconds =
            !kind.isUnary && methods[method].isWatch
            ? limits.watchMillisecondsMaximum : limits.deadlineMillisecondsMaximum
        let longest = arrival.advanced(byMilliseconds: longestMilliseconds)
        guard timeoutNanoseconds == 0 else {
            return min(arrival.advanced(byNanoseconds: timeoutNanoseconds), longest)
        }
        guard kind.isUnary else { return longest }
        return min(arrival.advanced(byMilliseconds: limits.defaultDeadlineMilliseconds), longest)
    }

    /// A name from the wire as part of a message: bounded, without control characters.
    private static func shown(_ range: Range<Int>, in bytes: borrowing RawSpan) -> String {
        let text = bytes.text(range)
        let printable = String(
            String.UnicodeScalarView(text.unicodeScalars.map { $0.value < 0x20 ? "?" : $0 }))
        return UTF8Text.bounded(printable, byteCountMaximum: shownByteCountMaximum)
    }
}
