public import RPCCore

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

    /// The method that the request frame at `offset` names, whatever else is wrong with it; nil when
    /// the frame has not come whole, or when it names none.
    public borrowing func method(ofFrameAt offset: Int, in bytes: borrowing RawSpan) -> MethodID? {
        guard let header = FrameHeader(in: bytes, at: offset), header.type == .request else {
            return nil
        }
        let start = offset + FrameHeader.byteCount
        guard bytes.byteCount - start >= Int(header.dataByteCount),
            let envelope = try? RequestEnvelope.scan(
                bytes, in: start..<(start + Int(header.dataByteCount))),
            case .found(let id) = methods.find(
                service: bytes.extracting(envelope.service),
                method: bytes.extracting(envelope.method))
        else { return nil }
        return id
    }

    /// When a call that came at `arrival` ends: 0 asks for the default, a negative timeout has
    /// passed already.
    borrowing func deadline(
        _ timeoutNanoseconds: Int64, of method: MethodID, from arrival: MonotonicTime
    ) -> MonotonicTime {
        limits.deadline(
            timeoutNanoseconds == 0 ? nil : timeoutNanoseconds, of: method, in: methods,
            from: arrival)
    }

    /// A name from the wire as part of a message: bounded, without control characters.
    private static func shown(_ range: Range<Int>, in bytes: borrowing RawSpan) -> String {
        bytes.text(range).shown(byteCountMaximum: shownByteCountMaximum)
    }
}
