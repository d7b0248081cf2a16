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
        case .found(let id):
            guard methods[id].kind == .unary else {
                throw RPCError(
                    .unimplemented,
                    "method \(methods[id].name) streams; only unary calls are served")
            }
            return id
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
    borrowing func deadline(_ timeoutNanoseconds: Int64, from arrival: MonotonicTime)
        -> MonotonicTime
    {
        let longest = arrival.advanced(byMilliseconds: limits.deadlineMillisecondsMaximum)
        let asked =
            timeoutNanoseconds == 0
            ? arrival.advanced(byMilliseconds: limits.defaultDeadlineMilliseconds)
            : arrival.advanced(byNanoseconds: timeoutNanoseconds)
        return min(asked, longest)
    }

    /// A name from the wire as part of a message: bounded, without control characters.
    private static func shown(_ range: Range<Int>, in bytes: borrowing RawSpan) -> String {
        let text = bytes.text(range)
        let printable = String(
            String.UnicodeScalarView(text.unicodeScalars.map { $0.value < 0x20 ? "?" : $0 }))
        return UTF8Text.bounded(printable, byteCountMaximum: shownByteCountMaximum)
    }
}
