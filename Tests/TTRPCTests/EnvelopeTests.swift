// Purpose: the request and response envelopes. Method: bytes made by hand or by the encoder are
// scanned; every broken form must be refused, never read past its end.
import RPCCore
import TTRPC
import Testing

struct EnvelopeTests {
    private func scan(_ bytes: [UInt8]) throws(RPCError) -> RequestEnvelope {
        try RequestEnvelope.scan(bytes.span.bytes, in: 0..<bytes.count)
    }

    @Test func `a request comes back as it was encoded`() throws {
        let bytes = RequestEnvelope.encode(
            service: "a.S", method: "Read", payload: [7, 8], timeoutNanoseconds: -5,
            metadata: [("key", "value"), ("", "")])
        let envelope = try scan(bytes)
        #expect(bytes[envelope.service].elementsEqual("a.S".utf8))
        #expect(bytes[envelope.method].elementsEqual("Read".utf8))
        #expect(Array(bytes[envelope.payload]) == [7, 8])
        #expect(envelope.timeoutNanoseconds == -5)
        #expect(envelope.metadataCount == 2)
    }

    @Test func `encoding is canonical`() {
        let bytes = RequestEnvelope.encode(
            service: "S", method: "M", payload: [], timeoutNanoseconds: 300)
        #expect(bytes == [0x0A, 1, 0x53, 0x12, 1, 0x4D, 0x20, 0xAC, 0x02])
        #expect(
            ResponseEnvelope.encode(RPCError(.notFound, "no"))
                == [0x0A, 6, 0x08, 5, 0x12, 2, 0x6E, 0x6F])
    }

    @Test func `the last value of a field wins and unknown fields are passed over`() throws {
        let bytes: [UInt8] = [
            0x0A, 1, 0x41, 0x0A, 1, 0x42, 0x78, 1, 0x7B, 0x08, 1, 0x7C, 0x7D, 1, 2, 3, 4,
            0x81, 0x01, 1, 2, 3, 4, 5, 6, 7, 8, 0x82, 0x01, 1, 9,
        ]
        let envelope = try scan(bytes)
        #expect(Array(bytes[envelope.service]) == [0x42])
    }

    @Test(
        arguments: [
            [0x0A], [0x0A, 5, 1], [0x0A, 0xFF, 0xFF, 0xFF, 0xFF, 0x0F], [0x08, 1], [0x12, 1, 0],
            [0x0A, 1, 0xFF], [0x0A, 2, 0xC0, 0x80], [0x0A, 3, 0xED, 0xA0, 0x80],
            [0x0A, 4, 0xF4, 0x90, 0x80, 0x80], [0x0A, 2, 0xE2, 0x82], [0x20], [0x22, 0], [0x00, 1],
            [0x06], [0x07, 1], [0x0B], [0x0C], [0x2A, 2, 0x08, 1], [0x2A, 3, 0x0A, 1, 0],
            [0x20, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0x02],
            [0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF],
            [0x80, 0x80, 0x80, 0x80, 0x80, 0x01, 1],
        ] as [[UInt8]])
    func `broken envelopes are refused`(bytes: [UInt8]) {
        let error = #expect(throws: RPCError.self) { try scan(bytes) }
        #expect(error?.code == .invalidArgument)
    }

    @Test func `metadata is bounded in count and bytes`() throws {
        func encode(_ count: Int, _ value: String) -> [UInt8] {
            RequestEnvelope.encode(
                service: "S", method: "M", payload: [], timeoutNanoseconds: 0,
                metadata: Array(repeating: ("k", value), count: count))
        }
        #expect(try scan(encode(64, "v")).metadataCount == 64)
        #expect(throws: RPCError.self) { try scan(encode(65, "v")) }
        #expect(throws: RPCError.self) {
            try scan(encode(1, String(repeating: "v", count: 8_190)))
        }
    }

    @Test func `every cut of a valid request is refused or read, never trapped`() {
        let bytes = RequestEnvelope.encode(
            service: "a.S", method: "Read", payload: Array(repeating: 3, count: 200),
            timeoutNanoseconds: .max, metadata: [("k", "v")])
        for count in 0..<bytes.count {
            var cut = Array(bytes.prefix(count))
            _ = try? scan(cut)
            for bit in 0..<8 where count > 0 {
                cut[count - 1] ^= 1 << bit
                _ = try? scan(cut)
            }
        }
    }

    @Test func `an error comes back with its field violations`() throws {
        let error = RPCError(
            .invalidArgument, "sort: no such key",
            violations: [
                .init(field: "sort", description: "use name"), .init(field: "", description: "x"),
            ])
        let bytes = ResponseEnvelope.encode(error)
        let decoded = try ResponseEnvelope.decode(bytes.span.bytes, in: 0..<bytes.count)
        #expect(decoded.error == error)
    }

    @Test func `a failure never goes out as success and long texts are cut`() throws {
        let error = RPCError(.ok, String(repeating: "é", count: 10_000))
        let bytes = ResponseEnvelope.encode(error)
        let decoded = try ResponseEnvelope.decode(bytes.span.bytes, in: 0..<bytes.count)
        #expect(decoded.error?.code == .unknown)
        #expect(bytes.count < 8_300)
    }

    @Test(arguments: [0, 1, 127, 128, 16_383, 16_384, 2_097_152, 4_194_299])
    func `the prefix of a reply announces exactly its payload`(count: Int) throws {
        let prefixCount = ResponseEnvelope.prefixByteCount(payloadByteCount: count)
        var bytes = [UInt8](repeating: 5, count: prefixCount + count)
        bytes.withUnsafeMutableBytes {
            ResponseEnvelope.writePrefix(payloadByteCount: count, into: $0)
        }
        let decoded = try ResponseEnvelope.decode(bytes.span.bytes, in: 0..<bytes.count)
        #expect(decoded.payload.count == count)
        #expect(bytes.count <= FrameHeader.dataByteCountMaximum)
    }

    @Test func `a header comes back as it was written`() {
        let header = FrameHeader(
            dataByteCount: 0x0102_0304, stream: 0xFFFF_FFFE, type: .data, flags: [.noData])
        let bytes = header.encoded
        #expect(bytes == [1, 2, 3, 4, 0xFF, 0xFF, 0xFF, 0xFE, 3, 4])
        #expect(FrameHeader(in: bytes.span.bytes) == header)
        #expect(FrameHeader(in: bytes.span.bytes, at: 1) == nil)
    }
}
