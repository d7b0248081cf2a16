// Purpose: a list request means the same in every form that protobuf allows, and anything else is
// refused by name. Method: bytes written by hand.
import EpisodeModel
import EpisodeProtocol
import Testing

@Suite struct `Wire forms of a list request` {
    private func decode(_ hex: String) throws -> EpisodeQuery {
        try decodeList(hexBytes(hex)).query
    }

    private func error(_ hex: String) throws -> EpisodeError {
        let bytes = try hexBytes(hex)
        return try #require(listError(bytes))
    }

    @Test func `repeated numbers come packed, one by one, or mixed`() throws {
        #expect(try decode("0a020102 12020103").domains == [1, 2])
        #expect(try decode("0801 0802").domains == [1, 2])
        #expect(try decode("0801 0a020203 0805 0a00").domains == [1, 2, 3, 5])
        #expect(try decode("12020103") == decode("1001 1003"))
        #expect(try decode("6a020102") == decode("6801 6802"))
        #expect(try decode("5a020106").facets == [.domain, .parent])
    }

    @Test func `the last value of a singular field wins`() throws {
        let query = try decode("1a056669727374 2803 1a036d6170 2807")
        #expect(String(decoding: query.text, as: UTF8.self) == "map")
        #expect(query.pageSize == 7)
    }

    @Test func `masks sent twice add up, as protobuf merges messages`() throws {
        let list = try decodeList(hexBytes("62040a026964 62060a046e616d65"))
        #expect(list.options.selection == FieldSelection([.id, .name]))
    }

    @Test func `unknown fields of every type change nothing`() throws {
        let plain = try decode("0a0101 1a036d6170 2805")
        let extended = try decode(
            "c03e05 0a0101 ca3e0178 1a036d6170 d13e0000000000000000 2805 dd3e00000000")
        #expect(plain == extended)
    }

    @Test(arguments: [
        ("ff", "ends inside a number"), ("0a0201 80", "ends inside a number"),
        ("1a7f6d6170", "claims 127 bytes where 3 are left"),
        ("1affffffff0f", "claims 4294967295 bytes"),
        ("1affffffffffffffffff01", "too many bytes"), ("1a80808080808000", "too many bytes"),
        ("a88080808000 01", "too many bytes"), ("28 80808080808080808080 00", "over 64 bits"),
        ("28 ffffffffffffffffff7f", "over 64 bits"), ("0001", "field number 0"),
        ("8080808010 01", "field number"), ("0b 0c", "wire type 3"), ("0e", "wire type 6"),
        ("09 01020304", "claims 8 bytes"), ("0d 010203", "claims 4 bytes"),
    ])
    func `broken bytes are refused as unparsable`(hex: String, problem: String) throws {
        let fault = try error(hex)
        #expect(fault.code == .invalidArgument)
        #expect(fault.description.contains("cannot parse the message"))
        #expect(fault.description.contains(problem), "\(fault)")
    }

    @Test(arguments: [
        ("2a0105 1a036d6170", "page_size"), ("1807", "query"), ("0d00000000", "domains"),
        ("3801", "content_types"), ("5001", "predicates"), ("6201 08", ""),
        ("62020801", "read_mask.paths"), ("5202 0801", "predicates[0].field"),
        ("7900000000 00000000", "if_revision_not"),
    ])
    func `a known field of another type is refused by name`(hex: String, field: String) throws {
        let fault = try error(hex)
        #expect(fault.description.contains("cannot parse the message"))
        #expect(fault.field == field)
    }

    @Test(arguments: [
        ("12020163", "difficulties[1]"), ("120163", "difficulties[0]"), ("1000", "difficulties[0]"),
        ("10ffffffffffffffffff01", "difficulties[0]"), ("1001 1002 10808004", "difficulties[2]"),
        ("5800", "facets[0]"), ("5a020107", "facets[1]"),
        ("5208 0a0269641063 1a00", "predicates[0].operator"),
        ("52040a026964", "predicates[0].operator"),
    ])
    func `a number that no enum has is refused by its place`(hex: String, field: String) throws {
        let fault = try error(hex)
        #expect(fault.code == .invalidArgument)
        #expect(fault.field == field)
    }

    @Test(arguments: ["c0af", "f080", "eda080", "f4908080", "636166e9", "6100", "00"])
    func `every text must be UTF-8 without NUL, and the field is named`(hex: String) throws {
        let text = try hexBytes(hex)
        let fields: [(tag: [UInt8], name: String)] = [
            ([0x1A], "query"), ([0x22], "sort"), ([0x32], "page_token"),
            ([0x3A], "content_types[0]"), ([0x42], "subscription_types[0]"),
            ([0x4A], "features[0]"),
        ]
        for field in fields {
            let fault = listError(field.tag + [UInt8(text.count)] + text)
            #expect(fault?.field == field.name)
            #expect(fault?.code == .invalidArgument)
        }
        let nested: [UInt8] = [0x0A, UInt8(text.count)] + text
        #expect(listError([0x62, UInt8(nested.count)] + nested)?.field == "read_mask.paths[0]")
        #expect(listError([0x52, UInt8(nested.count)] + nested)?.field == "predicates[0].field")
    }

    @Test func `more fields than the limit are refused before anything else is done`() throws {
        let many = (0..<65_537).flatMap { _ in [0x3A, 0x00] as [UInt8] }
        #expect(listError(many)?.code == .resourceExhausted)
    }

    @Test func `twenty thousand repeated texts or numbers are one`() throws {
        var request = ListEpisodesRequest()
        request.features = Array(repeating: "a", count: 20_000)
        request.ids = Array(repeating: 7, count: 20_000)
        let query = try decodeList(request).query
        #expect(query.features.strings == ["a"])
        #expect(query.ids == [7])
    }
}
