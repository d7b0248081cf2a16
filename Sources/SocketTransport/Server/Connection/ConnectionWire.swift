/// Tells protocols apart by the first bytes of a connection.
enum ConnectionWire {
    enum Verdict: Hashable {
        case needMore
        case speaks(ConnectionKind.Wire)
        /// No protocol that is spoken here.
        case unknown
    }

    /// The beginning of HTTP/2's preface, as far as it differs from every method of HTTP/1.
    private static let prefaceStart = Array("PRI ".utf8)

    /// The native protocol begins with a byte 0, HTTP/2 with `PRI `, HTTP/1 with the letters of a
    /// method, such as `GET` and `POST`.
    static func sniff(_ bytes: borrowing RawSpan) -> Verdict {
        guard bytes.byteCount > 0 else { return .needMore }
        func byte(_ index: Int, _ bytes: borrowing RawSpan) -> UInt8 {
            unsafe bytes.unsafeLoad(fromByteOffset: index, as: UInt8.self)
        }
        let first = byte(0, bytes)
        if first == 0 { return .speaks(.ttrpc) }
        guard (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(first) else { return .unknown }
        let count = min(bytes.byteCount, prefaceStart.count)
        for index in 0..<count where byte(index, bytes) != prefaceStart[index] {
            return .speaks(.http)
        }
        return count == prefaceStart.count ? .speaks(.grpc) : .needMore
    }

    /// The same where nothing but pages is shown.
    static func sniffPage(_ bytes: borrowing RawSpan) -> Verdict {
        switch sniff(bytes) {
        case .speaks(.ttrpc), .unknown: .unknown
        // HTTP/2's preface is a request of HTTP/1 by its form, and answered as one.
        case .needMore where bytes.byteCount > 0, .speaks: .speaks(.http)
        case .needMore: .needMore
        }
    }
}
