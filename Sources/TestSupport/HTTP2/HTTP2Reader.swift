import CNghttp2

/// What a server sent, as frames with their header fields in the clear.
public final class HTTP2Reader {
    public struct Frame {
        public var type: UInt8
        public var flags: UInt8
        public var stream: UInt32
        public var payload: [UInt8]
        public var fields: [(String, String)] = []

        public var isHeaders: Bool { type == 1 }
        public var isData: Bool { type == 0 }
        public var endsStream: Bool { (isHeaders || isData) && flags & 1 != 0 }

        public func field(_ name: String) -> String? { fields.first { $0.0 == name }?.1 }

        /// Of RST_STREAM and GOAWAY.
        public var errorCode: Int? {
            switch type {
            case 3: number(payload.prefix(4))
            case 7: number(payload.dropFirst(4).prefix(4))
            default: nil
            }
        }

        /// Of GOAWAY: the last stream that counts, and the reason in words.
        public var lastStream: Int { number(payload.prefix(4)) }
        public var text: String { String(decoding: payload.dropFirst(8), as: UTF8.self) }

        private func number(_ bytes: ArraySlice<UInt8>) -> Int {
            bytes.reduce(0) { $0 << 8 | Int($1) }
        }
    }

    private let inflater: OpaquePointer
    private var bytes: [UInt8] = []
    public private(set) var frames: [Frame] = []

    public init() {
        var inflater: OpaquePointer?
        nghttp2_hd_inflate_new(&inflater)
        guard let inflater else { preconditionFailure("no memory") }
        self.inflater = inflater
    }

    deinit { nghttp2_hd_inflate_del(inflater) }

    /// Takes bytes in and gives the frames that became whole.
    @discardableResult
    public func take(_ more: some Sequence<UInt8>) -> [Frame] {
        bytes += more
        var (offset, new): (Int, [Frame]) = (0, [])
        while bytes.count - offset >= 9 {
            let length = bytes[offset..<(offset + 3)].reduce(0) { $0 << 8 | Int($1) }
            guard bytes.count - offset >= 9 + length else { break }
            let payload = Array(bytes[(offset + 9)..<(offset + 9 + length)])
            let id = bytes[(offset + 5)..<(offset + 9)].reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
            var frame = Frame(
                type: bytes[offset + 3], flags: bytes[offset + 4], stream: id, payload: payload)
            if frame.isHeaders { frame.fields = inflate(payload) }
            new.append(frame)
            offset += 9 + length
        }
        bytes.removeFirst(offset)
        frames += new
        return new
    }

    private func inflate(_ block: [UInt8]) -> [(String, String)] {
        var fields: [(String, String)] = []
        block.withUnsafeBufferPointer { block in
            var offset = 0
            while true {
                var (pair, flags) = (nghttp2_nv(), Int32(0))
                let used = nghttp2_hd_inflate_hd2(
                    inflater, &pair, &flags, block.baseAddress.map { $0 + offset },
                    block.count - offset, 1)
                guard used >= 0 else { return fields.append(("broken", "block")) }
                offset += used
                if flags & Int32(NGHTTP2_HD_INFLATE_EMIT.rawValue) != 0 {
                    fields.append((text(pair.name, pair.namelen), text(pair.value, pair.valuelen)))
                }
                guard flags & Int32(NGHTTP2_HD_INFLATE_FINAL.rawValue) == 0 else { break }
                guard used > 0 || flags & Int32(NGHTTP2_HD_INFLATE_EMIT.rawValue) != 0 else {
                    break
                }
            }
        }
        nghttp2_hd_inflate_end_headers(inflater)
        return fields
    }

    private func text(_ start: UnsafeMutablePointer<UInt8>?, _ count: Int) -> String {
        String(decoding: UnsafeBufferPointer(start: start, count: count), as: UTF8.self)
    }

    /// Frames of one stream.
    public func frames(of stream: UInt32) -> [Frame] { frames.filter { $0.stream == stream } }

    /// What became of one call so far.
    public func outcome(of stream: UInt32) -> Outcome {
        var outcome = Outcome()
        var data: [UInt8] = []
        for frame in frames(of: stream) {
            if frame.isData { data += frame.payload }
            if frame.isHeaders {
                outcome.headerCount += 1
                outcome.httpStatus = frame.field(":status") ?? outcome.httpStatus
                outcome.fields += frame.fields
                if let status = frame.field("grpc-status") { outcome.status = Int(status) }
            }
            if frame.endsStream { outcome.isEnded = true }
            if frame.type == 3 { outcome.resetCode = frame.errorCode }
        }
        while data.count >= 5 {
            let length = data[1..<5].reduce(0) { $0 << 8 | Int($1) }
            guard data.count >= 5 + length else { break }
            outcome.messages.append(Array(data[5..<(5 + length)]))
            outcome.areCompressed.append(data[0] != 0)
            data.removeFirst(5 + length)
        }
        outcome.looseByteCount = data.count
        return outcome
    }

    public struct Outcome {
        public var httpStatus: String?
        public var status: Int?
        public var fields: [(String, String)] = []
        public var headerCount = 0
        public var messages: [[UInt8]] = []
        public var areCompressed: [Bool] = []
        public var looseByteCount = 0
        public var isEnded = false
        public var resetCode: Int?

        public func field(_ name: String) -> String? { fields.first { $0.0 == name }?.1 }
    }
}
