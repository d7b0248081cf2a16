import RPCCore
import Testing

@testable import GRPCOverHTTP2

/// Purpose: compressed messages take no more memory than an uncompressed one may.
struct GzipTests {
    private func inflate(_ bytes: [UInt8], _ maximum: Int) throws(RPCError) -> [UInt8] {
        let result: Result<[UInt8], RPCError> = bytes.withUnsafeBytes { bytes in
            do throws(RPCError) {
                return .success(try Gzip.inflate(bytes, byteCountMaximum: maximum))
            } catch { return .failure(error) }
        }
        return try result.get()
    }

    private func deflate(_ bytes: [UInt8]) throws -> [UInt8] {
        try #require(bytes.withUnsafeBytes { Gzip.deflate($0) })
    }

    @Test(arguments: [200, 4_096, 65_536, 1_000_000])
    func `what was compressed unfolds to the same bytes`(count: Int) throws {
        let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 / 7) }
        let short = try deflate(bytes)
        #expect(short.count < count)
        #expect(try inflate(short, count) == bytes)
    }

    @Test func `a message that unfolds to one byte too many is refused as too long`() throws {
        let short = try deflate([UInt8](repeating: 0, count: 10_000_000))
        #expect(short.count < 60_000)
        #expect {
            try inflate(short, 65_536)
        } throws: { error in
            (error as? RPCError)?.code == .resourceExhausted
        }
        let exact = try deflate([UInt8](repeating: 1, count: 65_537))
        #expect(throws: RPCError.self) { try inflate(exact, 65_536) }
        #expect(try inflate(exact, 65_537).count == 65_537)
    }

    @Test func `what is no gzip, is cut short or goes on is refused`() throws {
        let whole = try deflate([UInt8](repeating: 9, count: 5_000))
        for bytes in [[], [1, 2, 3], Array(whole.dropLast()), whole + [0], whole + whole] {
            #expect {
                try inflate(bytes, 65_536)
            } throws: { error in
                (error as? RPCError)?.code == .internalError
            }
        }
    }

    @Test func `what compression makes longer is left as it is`() {
        let random = (0..<200).map { _ in UInt8.random(in: 0...255) }
        #expect(random.withUnsafeBytes { Gzip.deflate($0) } == nil)
    }
}
