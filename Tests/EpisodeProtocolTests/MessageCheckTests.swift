// Purpose: what protobuf-c would let through is stopped before it, with the field's path.
import EpisodeModel
import Testing

@testable import EpisodeProtocol

@Suite struct `Checks before unpacking` {
    private func error(_ hex: String) throws -> EpisodeError? {
        let bytes = try hexBytes(hex)
        do {
            _ = try MessageCoding.decodeListEpisodesResponse(bytes)
            return nil
        } catch { return error }
    }

    /// The field that the error names; nil when there is none.
    private static func field(_ body: () throws(EpisodeError) -> Void) -> String? {
        do {
            try body()
            return nil
        } catch { return error.field }
    }

    @Test(arguments: [
        ("0a03 1201ff", "episodes.name"), ("0a05 6a016100 6a", ""), ("1201 00", "next_page_token"),
        ("2207 1205 0a03616200", "facets.values.value"), ("0a02 0a00", "episodes.id"),
        ("0a02 4801", "episodes.released_at"), ("0a05 5000000000", "episodes.popularity"),
    ])
    func `a bad text or type is named by its path`(hex: String, field: String) throws {
        let fault = try #require(try error(hex))
        #expect(fault.code == .invalidArgument)
        #expect(fault.field == field, "\(fault)")
    }

    @Test(
        arguments: [
            ("0a04 4a021001", nil), ("0a0d 4a0b10ffffffffffffffffff01", "released_at"),
            ("0a0c 4a0a08ffffffffffffffff7f", "released_at"), ("0a02 3063", "difficulty"),
            ("2202 0863", "facets.facet"),
        ] as [(String, String?)])
    func `values that no client can hold are named`(hex: String, field: String?) throws {
        #expect(try error(hex)?.field == field)
    }

    @Test func `a reply over 4 MiB or with over a million fields is refused`() {
        let long = [UInt8](repeating: 0, count: 4_194_305)
        #expect(throws: EpisodeError.self) { try MessageCoding.decodeListEpisodesResponse(long) }
        let many = (0..<1_048_577).flatMap { _ in [0x28, 0x01] as [UInt8] }
        let error = #expect(throws: EpisodeError.self) {
            try MessageCoding.decodeListEpisodesResponse(many)
        }
        #expect(error?.code == .resourceExhausted)
    }

    @Test func `a reply without its episode is an error`() {
        #expect(throws: EpisodeError.self) { try MessageCoding.decodeGetEpisodeResponse([]) }
    }

    @Test func `1,000 ids are the most of one batch, and each is answered once`() throws {
        let decoder = RequestDecoder()
        var ids: [UInt64] = []
        let asked = (1...1_000).map { UInt64($0 % 7) }
        let good = MessageCoding.encodeBatchGetEpisodes(ids: asked, readMask: ["name"])
        let selection = try decoder.decodeBatchGetEpisodes(good.span.bytes, into: &ids)
        #expect(ids == [1, 2, 3, 4, 5, 6, 0])
        #expect(selection == FieldSelection([.name]))
        let tooMany = MessageCoding.encodeBatchGetEpisodes(ids: asked + [1], readMask: [])
        let idsField = Self.field { () throws(EpisodeError) in
            _ = try decoder.decodeBatchGetEpisodes(tooMany.span.bytes, into: &ids)
        }
        #expect(idsField == "ids")
        let badMask = MessageCoding.encodeGetEpisode(id: 1, readMask: ["id", "nme"])
        let maskField = Self.field { () throws(EpisodeError) in
            _ = try decoder.decodeGetEpisode(badMask.span.bytes)
        }
        #expect(maskField == "read_mask.paths[1]")
    }

    @Test func `UTF-8 is judged as the standard library judges it`() {
        func isGood(_ bytes: [UInt8]) -> Bool {
            bytes.withUnsafeBytes { WireText.firstFault(of: $0) } == .none
        }
        let edges: [UInt8] = [
            0x01, 0x41, 0x7F, 0x80, 0x8F, 0x90, 0x9F, 0xA0, 0xBF, 0xC0, 0xC1, 0xC2, 0xDF, 0xE0,
            0xE1, 0xEC, 0xED, 0xEE, 0xEF, 0xF0, 0xF1, 0xF3, 0xF4, 0xF5, 0xF8, 0xFF,
        ]
        for first in edges {
            for second in edges {
                for third in edges {
                    for fourth in edges {
                        let bytes = [first, second, third, fourth]
                        for count in 1...4 where count == 4 || fourth == 1 {
                            let text = Array(bytes.prefix(count))
                            #expect(
                                isGood(text) == (String(validating: text, as: UTF8.self) != nil))
                        }
                    }
                }
            }
        }
        for place in 0..<17 {
            var bytes = [UInt8](repeating: 0x61, count: 17)
            bytes[place] = 0
            #expect(bytes.withUnsafeBytes { WireText.firstFault(of: $0) } == .nul(place))
            bytes[place] = 0xC0
            #expect(bytes.withUnsafeBytes { WireText.firstFault(of: $0) } == .invalidUTF8(place))
        }
    }
}
